import { z } from 'zod';
import { isUserBroadcast, type Said } from '../frames.ts';
import type { Topic } from './topics.ts';

const diff = z.record(z.string(), z.object({ metas: z.array(z.looseObject({})) }));

/** The messages that processes and the database send each other. */
export const told = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('change') }),
  z.object({
    kind: z.literal('presence'),
    topic: z.string(),
    private: z.boolean(),
    joins: diff,
    leaves: diff,
  }),
  z.object({
    kind: z.literal('broadcast'),
    topic: z.string(),
    private: z.boolean(),
    /** The process that has already delivered it locally. */
    from: z.string().optional(),
    id: z.string().optional(),
    event: z.string(),
    payload: z.unknown().optional(),
    /** Instead of the payload: the contents of a binary frame. */
    bytes: z.object({ encoding: z.enum(['binary', 'json']), base64: z.string() }).optional(),
    /** Instead of event and payload: a message sent as a whole. */
    whole: z.unknown().optional(),
  }),
]);

type ToldBroadcast = Extract<z.infer<typeof told>, { kind: 'broadcast' }>;

export function tellBroadcast({ topic, isPrivate }: Topic, said: Said, from: string): string {
  const head = { kind: 'broadcast', topic, private: isPrivate, from };
  if (!isUserBroadcast(said)) return JSON.stringify({ ...head, event: '', whole: said });
  const { event, encoding, bytes } = said;
  const packed = { encoding, base64: bytes.toString('base64') };
  return JSON.stringify({ ...head, event, bytes: packed });
}

export function readBroadcast({ id, event, payload, bytes, whole }: ToldBroadcast): Said {
  if (whole !== undefined) return whole;
  const meta = id === undefined ? {} : { meta: { id } };
  if (bytes) {
    return { event, encoding: bytes.encoding, bytes: Buffer.from(bytes.base64, 'base64'), ...meta };
  }
  return { type: 'broadcast', event, payload, ...meta };
}
