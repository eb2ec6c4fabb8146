import type { Caller } from '#database/database.ts';
import type { Kind } from '../changes/subscriptions.ts';
import {
  type Frame,
  isJson,
  isUserBroadcast,
  type Message,
  type Version,
  writeBroadcast,
  writeChange,
} from '../frames.ts';
import type { Member } from '../hub/topics.ts';
import { Refused } from '../identify.ts';
import { createMeter } from '../limits.ts';
import type { Realtime } from '../parts.ts';
import { readJoin, type Wanted } from './join.ts';
import { createPresence } from './presence.ts';
import { replay } from './replay.ts';
import { createStanding } from './standing.ts';
import { listenToChanges } from './subscribe.ts';

/** What a channel needs from its socket. */
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
  /** Tells the client that the channel is closed, and leaves. */
  close(): void;
  /** The same, with the reason. */
  refuse(words: string): void;
  /** Leaves silently: the socket is gone. */
  leave(): void;
};

/**
 * Joins a channel and confirms it; throws `Refused`. `onEnd` is called when the channel ends on its own, with the
 * reason if the client may not stay.
 */
export async function joinChannel(
  realtime: Realtime,
  line: Line,
  message: Message,
  onEnd: (why?: Refused) => void,
): Promise<Channel> {
  const { hub, limits } = realtime;
  // The rest of a join can be large, and a channel lives long: no closure below may refer to `message` or `wanted`.
  const { joinRef, ref, topic: name } = message;
  const topic = name.slice('realtime:'.length);
  const { changes: wanted, ...joining } = readJoin(topic, message.payload);
  const { isPrivate } = joining;
  const { push, say, reply, sayClosed } = writerTo(line, { joinRef, name, topic });
  const mayPresent = createMeter(limits.presenceCalls.count, limits.presenceCalls.seconds);
  let state: 'joining' | 'joined' | 'left' = 'joining';

  const standing = createStanding(realtime, {
    topic,
    ofKey: line.ofKey,
    joining,
    isJoined: () => state === 'joined',
    seesPresence: () => presence.isShown(),
    end: (why) => shutDown(why.message, why),
  });
  const member: Member = {
    id: crypto.randomUUID(),
    topic,
    isPrivate,
    version: line.version,
    name,
    hears: (extension) =>
      standing.hears(extension) && (extension === 'broadcast' || presence.isShown()),
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
      return standing.caller();
    },
    places: realtime.changesOf(line.client),
    isGone: () => state === 'left',
    hearChange(ids: readonly number[], type: Kind, data: string, written: Map<string, Frame>) {
      const asked = joining.hearsKinds ? { type } : { ids };
      const kind = `${line.version} ${name} ${joining.hearsKinds ? type : ids}`;
      const frame = written.get(kind) ?? writeChange(line.version, name, asked, data);
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
    standing.leave();
    hub.leave(member);
    hub.changes.unsubscribe(hearer);
    presence.leave();
  }

  function close() {
    if (state === 'left') return;
    leave();
    sayClosed();
  }

  function shutDown(words: string, why?: Refused) {
    if (state !== 'joined') return;
    say('system', 'error', words);
    close();
    onEnd(why);
  }

  async function join(wishes: Wanted[]) {
    await standing.begin();
    const mayHear = standing.hears('broadcast');
    const replayed = await replay(realtime, { topic, isPrivate, mayHear }, joining);
    const changes = listenToChanges(realtime, hearer, wishes, say);
    if (joining.waitsForChanges) await changes.before();
    await hub.start();
    standing.throwIfRefused();
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
    // Not awaited, so that the client's next messages need not wait for this.
    const joinAnew = (error: unknown) => {
      realtime.reportBug(error);
      member.fail();
    };
    changes.after().catch(joinAnew);
    if (standing.hears('presence')) presence.sync().catch(joinAnew);
  }

  async function broadcast({ ref, payload }: Message, bytes: number) {
    if (payload === undefined) return;
    const refusal = !(await standing.mayBroadcast())
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
    const outcome = await presence.handle(
      payload,
      standing.mayShowPresence,
      standing.hears('presence'),
    );
    if (outcome === 'too large') return shutDown('Track message size exceeded');
    if (outcome === 'too many') return shutDown('Too many presence messages per second');
    if (outcome === 'ok') reply(ref, 'ok');
    else reply(ref, 'error', outcome === 'refused' ? {} : { reason: outcome });
  }

  await join(wanted).catch((error) => {
    leave();
    throw error;
  });

  return {
    joinRef,
    async hear(one, bytes) {
      if (state !== 'joined') return;
      if (one.event === 'broadcast') await broadcast(one, bytes);
      else if (one.event === 'presence') await present(one);
      else if (one.event === 'access_token') await standing.refreshToken(one.payload);
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

/** Writes a channel's messages to its client. */
function writerTo(
  line: Line,
  { joinRef, name, topic }: { joinRef: string | null; name: string; topic: string },
) {
  const write = (ref: string | null, event: string, payload: unknown) =>
    line.write({ joinRef, ref, topic: name, event, payload });
  return {
    push: (event: string, payload: unknown) => write(null, event, payload),
    say: (extension: string, status: 'ok' | 'error', words: string) =>
      write(null, 'system', { extension, status, message: words, channel: topic }),
    reply: (to: string | null, status: 'ok' | 'error', response: unknown = {}) =>
      write(to, 'phx_reply', { status, response }),
    sayClosed: () => write(joinRef, 'phx_close', {}),
  };
}
