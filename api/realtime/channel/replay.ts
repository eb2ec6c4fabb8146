import { z } from 'zod';
import type { Said } from '../frames.ts';
import { Refused } from '../identify.ts';
import type { Realtime } from '../parts.ts';
import type { Joining } from './join.ts';

type Kept = { id: string; event: string; payload: unknown; bytes: Buffer | null };
type Where = { topic: string; isPrivate: boolean; mayHear: boolean };

/** What SQL has broadcast in a private channel since a given time, oldest first. */
export async function replay(
  { database }: Realtime,
  { topic, isPrivate, mayHear }: Where,
  { replay: wanted }: Joining,
): Promise<Said[]> {
  if (wanted === undefined) return [];
  if (!isPrivate) {
    throw new Refused('UnableToReplayMessages', 'Replay is not allowed for public channels');
  }
  if (!mayHear) {
    throw new Refused(
      'Unauthorized',
      `You do not have permissions to read from this Channel topic: ${topic}`,
    );
  }
  const asked = z.record(z.string(), z.unknown()).safeParse(wanted);
  if (!asked.success) return [];
  const { since, limit } = readBounds(asked.data);
  const { rows } = await database.asService.query<Kept>({
    name: 'replayed-messages',
    text: `select id, event, payload, binary_payload as bytes from realtime.messages
      where topic = $1 and private and extension = 'broadcast' and event is not null
        and inserted_at at time zone 'UTC' > to_timestamp($2::float8 / 1000)
      order by inserted_at desc limit $3`,
    values: [topic, since, limit],
  });
  return rows.reverse().map(({ id, event, payload, bytes }) => {
    const meta = { replayed: true, id } as const;
    return bytes
      ? { event, encoding: 'binary', bytes, meta }
      : { type: 'broadcast', event, payload, meta };
  });
}

/** In milliseconds: the latest time that both PostgreSQL and Date can represent. */
const latest = 8.64e15;
const bounds = z.object({ since: z.int().max(latest), limit: z.int() });

function readBounds({ since, limit }: Record<string, unknown>) {
  const read = bounds.safeParse({ since: since || 0, limit: limit || 10 });
  if (!read.success) throw new Refused('UnableToReplayMessages', 'Replay params are not valid');
  const { data } = read;
  return { since: Math.max(data.since, 0), limit: Math.min(Math.max(data.limit, 1), 25) };
}
