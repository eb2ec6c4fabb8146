import type { Caller } from '#database/database.ts';
import type { Ending } from './ends.ts';
import {
  type Frame,
  isJson,
  isUserBroadcast,
  type Message,
  type Version,
  writeBroadcast,
  writeChange,
} from './frames.ts';
import type { Member } from './hub.ts';
import { expired, Refused } from './identify.ts';
import { readJoin } from './join.ts';
import { createMeter } from './limits.ts';
import type { Realtime } from './parts.ts';
import { createPresence } from './presence.ts';
import { replay } from './replay.ts';
import { listenToChanges } from './subscribe.ts';

/** What a channel needs of the socket that it is in. */
export type Line = {
  version: Version;
  client: string;
  ofKey: Caller;
  send(frame: Frame): void;
  write(message: Message): void;
  isOpen(): boolean;
};

export type Channel = {
  readonly joinRef: string | null;
  hear(message: Message, bytes: number): Promise<void>;
  /** Tells the client that it is over, and leaves. */
  close(): void;
  /** The same, and says why. */
  refuse(words: string): void;
  /** Leaves without a word: the socket is gone. */
  leave(): void;
};

/**
 * Joins a channel and says so; throws `Refused`. `onEnd` hears when it ends by itself, with the reason where
 * whoever joined may not stay.
 */
export async function joinChannel(
  realtime: Realtime,
  line: Line,
  message: Message,
  onEnd: (why?: Refused) => void,
): Promise<Channel> {
  const { hub, ends, authorization, identification, limits } = realtime;
  // The rest of a join can be large, and a channel stays long.
  const { joinRef, ref, topic: name } = message;
  const topic = name.slice('realtime:'.length);
  const { changes: wanted, ...joining } = readJoin(message.payload);
  const { isPrivate } = joining;
  const mayPresent = createMeter(limits.presenceCalls.count, limits.presenceCalls.seconds);

  let state: 'joining' | 'joined' | 'left' = 'joining';
  let speaker = speakerOf(line.ofKey);
  let token = joining.token;
  let reads = { broadcast: true, presence: true };
  let writes: { at: number; may: boolean } | undefined;

  const push = (event: string, payload: unknown) =>
    line.write({ joinRef, ref: null, topic: name, event, payload });
  const say = (extension: string, status: 'ok' | 'error', words: string) =>
    push('system', { extension, status, message: words, channel: topic });
  const reply = (to: string | null, status: 'ok' | 'error', response: unknown = {}) =>
    line.write({
      joinRef,
      ref: to,
      topic: name,
      event: 'phx_reply',
      payload: { status, response },
    });

  const member: Member = {
    id: crypto.randomUUID(),
    topic,
    isPrivate,
    version: line.version,
    name,
    hears: (extension) => reads[extension] && (extension === 'broadcast' || presence.isShown()),
    deliver: line.send,
    push,
    fail() {
      if (state !== 'joined') return;
      push('phx_error', {});
      leave();
      onEnd();
    },
  };
  const hearer = {
    get caller() {
      return speaker.caller;
    },
    places: realtime.changesOf(line.client),
    isGone: () => state === 'left',
    hearChange(ids: readonly number[], data: string, written: Map<string, Frame>) {
      const kind = `${line.version} ${name} ${ids}`;
      const frame = written.get(kind) ?? writeChange(line.version, name, ids, data);
      written.set(kind, frame);
      line.send(frame);
    },
    missChange: () => member.fail(),
  };
  const presence = createPresence({
    hub,
    member,
    limits,
    count: realtime.presencesOf(line.client),
    push,
    joining,
  });

  function leave() {
    if (state === 'left') return;
    state = 'left';
    ends.forget(speaker);
    hub.leave(member);
    hub.changes.unsubscribe(hearer);
    presence.leave();
  }

  function close() {
    if (state === 'left') return;
    leave();
    line.write({ joinRef, ref: joinRef, topic: name, event: 'phx_close', payload: {} });
  }

  function shutDown(words: string, why?: Refused) {
    if (state !== 'joined') return;
    say('system', 'error', words);
    close();
    onEnd(why);
  }

  function speakerOf(caller: Caller): Ending & { endsAt: number; refused?: Refused } {
    return {
      caller,
      endsAt: Number.POSITIVE_INFINITY,
      end(why) {
        this.refused = why;
        if (this === speaker) shutDown(why.message, why);
      },
    };
  }

  /**
   * Whoever speaks here is who the token says, asked again with each new one. Until the answer nothing is said or heard in
   * the name of the next: it may take its time.
   */
  async function become(next: Caller) {
    const coming = speakerOf(next);
    try {
      await ends.watch(coming);
      coming.endsAt = await identification.examine(next);
      const rights = isPrivate ? await rightsOf(next) : reads;
      if (coming.refused) throw coming.refused;
      if (state === 'joined' && losesSome(rights)) {
        throw new Refused(
          'Unauthorized',
          `You no longer have permission to read from this Channel topic: ${topic}`,
        );
      }
      if (coming.endsAt <= Date.now()) throw expired(coming.endsAt);
      ends.forget(speaker);
      speaker = coming;
      reads = rights;
      writes = undefined;
    } finally {
      if (speaker !== coming || state === 'left') ends.forget(coming);
    }
  }

  /** As in the original: nobody stays who hears less than they came for. */
  const losesSome = (rights: typeof reads) =>
    (reads.broadcast && !rights.broadcast) ||
    (reads.presence && !rights.presence && presence.isShown());

  async function rightsOf(next: Caller) {
    const rights = await authorization.mayRead(next, topic);
    if (!rights.broadcast && !(rights.presence && joining.hasPresence)) {
      throw new Refused(
        'Unauthorized',
        `You do not have permissions to read from this Channel topic: ${topic}`,
      );
    }
    return rights;
  }

  async function refreshToken(payload: unknown) {
    const given = (payload as { access_token?: unknown } | null)?.access_token;
    if (typeof given !== 'string' || given === token || given.startsWith('sb_')) return;
    const before = token;
    token = given;
    try {
      await become(await identification.verify(given, line.ofKey));
    } catch (error) {
      if (error instanceof Refused) return shutDown(error.message, error);
      // Nobody could be asked: it may come again.
      token = before;
      throw error;
    }
  }

  async function maySpeak(): Promise<boolean> {
    if (!isPrivate) return true;
    const now = performance.now();
    if (!writes || now - writes.at >= limits.rightToSpeak) {
      writes = { at: now, may: await authorization.mayWrite(speaker.caller, topic, 'broadcast') };
    }
    return writes.may;
  }

  async function broadcast({ ref, payload }: Message, bytes: number) {
    const isWhole = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
    if (!isWhole) return;
    const refusal = !(await maySpeak())
      ? 'unauthorized'
      : bytes > limits.bytesOfBroadcast && 'payload_size_exceeded';
    if (refusal) {
      if (joining.wantsAck) reply(ref, 'error', { error: refusal });
      return;
    }
    if (isUserBroadcast(payload) && payload.encoding === 'json' && !isJson(payload.bytes)) return;
    hub.broadcast(member, payload, joining.hearsSelf ? undefined : member);
    if (joining.wantsAck) reply(ref, 'ok');
  }

  async function present({ ref, payload }: Message) {
    if (!mayPresent()) return shutDown('Client presence rate limit exceeded');
    const may = () =>
      isPrivate ? authorization.mayWrite(speaker.caller, topic, 'presence') : Promise.resolve(true);
    const outcome = await presence.handle(payload, may, reads.presence);
    if (outcome === 'too large') return shutDown('Track message size exceeded');
    if (outcome === 'too many') return shutDown('Too many presence messages per second');
    if (outcome === 'ok') reply(ref, 'ok');
    else reply(ref, 'error', outcome === 'refused' ? {} : { reason: outcome });
  }

  try {
    await become(await identification.verify(joining.token, line.ofKey));
    const replayed = await replay(
      realtime,
      { topic, isPrivate, mayHear: reads.broadcast },
      joining,
    );
    const changes = listenToChanges(realtime, hearer, wanted, say);
    if (joining.waitsForChanges) await changes.before();
    await hub.start();
    if (speaker.refused) throw speaker.refused;
    if (!line.isOpen()) throw new Refused('ChannelClosed', 'The socket is closed');
    hub.enter(member);
    state = 'joined';
    reply(ref, 'ok', { postgres_changes: changes.answer });
    for (const one of replayed) {
      if (isUserBroadcast(one)) {
        const frame = writeBroadcast(line.version, name, one);
        if (frame) line.send(frame);
      } else push('broadcast', one);
    }
    if (joining.wantsReady) say('system', 'ok', 'Replication connection established');
    // What follows the answer is not waited for by what the client sends next.
    const joinAnew = (error: unknown) => {
      realtime.reportBug(error);
      member.fail();
    };
    changes.after().catch(joinAnew);
    if (reads.presence) presence.sync().catch(joinAnew);
  } catch (error) {
    leave();
    throw error;
  }

  return {
    joinRef,
    async hear(one, bytes) {
      if (state !== 'joined') return;
      if (one.event === 'broadcast') await broadcast(one, bytes);
      else if (one.event === 'presence') await present(one);
      else if (one.event === 'access_token') await refreshToken(one.payload);
      else if (one.event === 'phx_leave') {
        reply(one.ref, 'ok');
        close();
        onEnd();
      }
    },
    close,
    refuse: shutDown,
    leave,
  };
}
