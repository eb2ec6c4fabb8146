import { z } from 'zod';
import type { Database } from '#database/database.ts';
import { DatabaseUnavailable } from '#database/database-unavailable.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import { createChanges } from './changes/changes.ts';
import { type Frame, type UserBroadcast, type Version, writeBroadcast } from './frames.ts';
import { createMeter, type RealtimeLimits } from './limits.ts';
import { createOpenWrites } from './open-writes.ts';
import { createOutgoing } from './outgoing.ts';
import { createPresences, type Diff } from './presences.ts';

/** A channel as others of its topic know it. */
export type Member = {
  readonly id: string;
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly version: Version;
  /** As its socket calls the topic. */
  readonly name: string;
  hears(extension: 'broadcast' | 'presence'): boolean;
  deliver(frame: Frame): void;
  push(event: string, payload: unknown): void;
  /** What was said meanwhile is unknown: the client joins anew, and looks. */
  fail(): void;
};

type Topic = { topic: string; isPrivate: boolean };

const diff = z.record(z.string(), z.object({ metas: z.array(z.looseObject({})) }));
const told = z.discriminatedUnion('kind', [
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
    /** The process that has handed it out already. */
    from: z.string().optional(),
    id: z.string().optional(),
    event: z.string(),
    payload: z.json().optional(),
    /** In place of the payload: what came in a binary frame. */
    bytes: z.object({ encoding: z.enum(['binary', 'json']), base64: z.string() }).optional(),
    /** In place of event and payload: what came as a message of its own. */
    whole: z.record(z.string(), z.json()).optional(),
  }),
]);

/** What a process says to itself, to know that it hears. */
const proof = 'proof ';
const patience = 3_000;

export type Hub = ReturnType<typeof createHub>;

/**
 * Knows who is in which channel of this process, and hears what the others and the database tell. All of
 * that comes over one line, in the order in which it was committed.
 */
export function createHub(
  database: Database,
  limits: RealtimeLimits,
  reportBug: (error: unknown) => void,
) {
  const topics = new Map<string, Set<Member>>();
  /** With some room before others count this process as gone. */
  const longestBeat = limits.gone * 0.87;
  const mayDeliver = createMeter(limits.deliveriesPerSecond);
  let server = crypto.randomUUID();
  let starting: Promise<void> | undefined;
  let stopListening: (() => Promise<void>) | undefined;
  let beat: NodeJS.Timeout | undefined;
  let lastBeat = 0;
  let proven = Promise.withResolvers<void>();
  let provenAt = 0;
  /** Without anybody in a channel, nothing need be told to this process. */
  let isThere = false;
  let announcing: Promise<void> | undefined;

  const outgoing = createOutgoing(database, () => server, reportBug);
  const presences = createPresences(database, () => server, limits.gone);
  const changes = createChanges({
    database,
    reportBug,
    overrun: failAll,
    patience: limits.gone,
  });
  const openWrites = createOpenWrites(database);

  /** Others may count this process as gone. */
  function loseTrack() {
    isThere = false;
    failAll();
  }

  /** What was told while nobody listened is lost, and whoever is joined must look for themselves. */
  function failAll() {
    for (const members of [...topics.values()]) for (const member of [...members]) member.fail();
  }

  function keyOf({ topic, isPrivate }: Topic) {
    return `${isPrivate ? 'private' : 'public'} ${topic}`;
  }

  // A parcel is fetched, and what comes after it waits for it.
  let hearing: Promise<void> | undefined;
  function hear(message: string) {
    if (message === '') return loseTrack();
    if (message.startsWith(proof)) {
      if (message !== proof + server) return;
      provenAt = performance.now();
      return proven.resolve();
    }
    if (!hearing && message.startsWith('{')) return take(message);
    const mine = (hearing ?? Promise.resolve())
      .then(async () => take(message.startsWith('{') ? message : await fetchParcel(message)))
      .catch((error) => {
        reportBug(error);
        failAll();
      })
      .finally(() => {
        if (hearing === mine) hearing = undefined;
      });
    hearing = mine;
  }

  async function fetchParcel(id: string): Promise<string> {
    const { rows } = await database.asService.query<{ message: string }>({
      name: 'parcel',
      text: 'select message from realtime.parcels where id = $1',
      values: [id],
    });
    const [row] = rows;
    if (!row) throw new Error('A message was gone before it was read.');
    return row.message;
  }

  function take(message: string) {
    const said = told.safeParse(JSON.parse(message));
    if (!said.success) return reportBug(said.error);
    const { data } = said;
    if (data.kind === 'change') return changes.hear(data);
    const topic = { topic: data.topic, isPrivate: data.private };
    if (data.kind === 'presence') return handOutDiff(topic, data);
    if (data.from !== server) handOut(topic, read(data));
  }

  function handOutDiff(topic: Topic, { joins, leaves }: Diff) {
    for (const member of topics.get(keyOf(topic)) ?? []) {
      if (member.hears('presence')) member.push('presence_diff', { joins, leaves });
    }
  }

  /** Written once for all who speak the same version. */
  function handOut(topic: Topic, broadcast: object | UserBroadcast, except?: Member) {
    const frames = new Map<string, Frame | undefined>();
    for (const member of topics.get(keyOf(topic)) ?? []) {
      if (member === except || !member.hears('broadcast')) continue;
      if (!mayDeliver()) return;
      const kind = `${member.version} ${member.name}`;
      if (!frames.has(kind)) {
        frames.set(kind, writeBroadcast(member.version, member.name, broadcast));
      }
      const frame = frames.get(kind);
      if (frame !== undefined) member.deliver(frame);
    }
  }

  async function start() {
    stopListening = await database.listen('realtime', hear);
    beat = setInterval(() => {
      if (!isThere) return;
      if (topics.size === 0) {
        isThere = false;
        presences.end().catch(() => {});
        return;
      }
      // Somebody else may have told that all of this process are gone; or the word of the last beat has not
      // come back, and nothing else has.
      if (performance.now() - lastBeat > longestBeat || provenAt < lastBeat) return loseTrack();
      keepAlive()
        .then(openWrites.haveEnded)
        .then((some) => some && failAll())
        .catch(() => {});
    }, limits.beat).unref();
  }

  async function keepAlive() {
    const at = performance.now();
    proven = Promise.withResolvers();
    proven.promise.catch(() => {}); // nobody need wait for it
    await presences.sweep(proof + server);
    lastBeat = at;
  }

  /**
   * Whoever changed something before was told that nobody listens, and may commit it only after somebody here has
   * looked: a moment is waited for that, and then all look anew once it is done.
   */
  async function announce() {
    await keepAlive();
    await openWrites.note();
    isThere = true;
  }

  /** A pooler may let one listen, and hear nothing. */
  async function waitForProof() {
    const { promise, reject } = proven;
    const late = setTimeout(() => reject(new DatabaseUnavailable('no NOTIFY')), patience);
    await promise.finally(() => clearTimeout(late));
  }

  /** All rely on it, so it takes no part of the share of whoever was first. */
  async function ensureStarted() {
    starting ??= start().catch((error) => {
      starting = undefined;
      throw error;
    });
    await starting;
    if (!isThere) {
      announcing ??= announce().finally(() => {
        announcing = undefined;
      });
      await announcing;
    }
    if (provenAt < lastBeat) await waitForProof();
  }

  return {
    changes,
    presences,
    /** Resolves once all that is told from now on is heard, if somebody enters at once. */
    start: (): Promise<void> => onBehalfOf(undefined, ensureStarted),
    enter(member: Member) {
      const members = topics.get(keyOf(member)) ?? new Set();
      topics.set(keyOf(member), members.add(member));
    },
    leave(member: Member) {
      const members = topics.get(keyOf(member));
      members?.delete(member);
      if (members?.size === 0) topics.delete(keyOf(member));
    },
    channels: () => [...topics.values()].reduce((sum, members) => sum + members.size, 0),
    /** To this process at once, to the others through the database. */
    broadcast(topic: Topic, broadcast: object | UserBroadcast, except?: Member) {
      handOut(topic, broadcast, except);
      outgoing.send(write(topic, broadcast, server));
    },
    async stop() {
      clearInterval(beat);
      if (!starting) return;
      await starting.catch(() => {});
      await stopListening?.();
      isThere = false;
      await presences.end().catch(() => {});
      server = crypto.randomUUID();
      starting = undefined;
    },
  };
}

type ToldBroadcast = Extract<z.infer<typeof told>, { kind: 'broadcast' }>;

function write({ topic, isPrivate }: Topic, said: object | UserBroadcast, from: string): string {
  const head = { kind: 'broadcast', topic, private: isPrivate, from };
  if (!('bytes' in said)) return JSON.stringify({ ...head, event: '', whole: said });
  const { event, encoding, bytes } = said as UserBroadcast;
  const packed = { encoding, base64: bytes.toString('base64') };
  return JSON.stringify({ ...head, event, bytes: packed });
}

function read({ id, event, payload, bytes, whole }: ToldBroadcast): object | UserBroadcast {
  if (whole) return whole;
  const meta = id === undefined ? {} : { meta: { id } };
  if (bytes) {
    return { event, encoding: bytes.encoding, bytes: Buffer.from(bytes.base64, 'base64'), ...meta };
  }
  return { type: 'broadcast', event, payload, ...meta };
}
