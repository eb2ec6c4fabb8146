import type { Caller } from '#database/database.ts';
import { DatabaseBusy, DatabaseUnavailable } from '#database/database-unavailable.ts';
import { NoTurn } from '#database/fair-turns.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';
import { isPlainText } from '#domain/text/plain-text.ts';
import { widerThan } from '../client.ts';
import { type Channel, joinChannel, type Line } from './channel/channel.ts';
import {
  BadFrame,
  type Frame,
  type Message,
  readFrame,
  type Version,
  writeFrame,
} from './frames.ts';
import { Refused } from './identify.ts';
import { createMeter } from './limits.ts';
import type { Realtime } from './parts.ts';
import { createTopicQueues } from './topic-queues.ts';

/** The socket, whatever implementation carries it. */
export type Peer = {
  version: Version;
  /** The role of the key that opened it. */
  caller: Caller;
  client: string;
  send(frame: Frame): void;
  /** Bytes that were sent but have not left yet. */
  unsent(): number;
  close(code: number, reason: string): void;
  /** Closes at once, without waiting for unsent data. */
  cut(): void;
  onMessage(hear: (data: Buffer, isBinary: boolean) => void): void;
  onClose(hear: () => void): void;
};

/** Close codes of RFC 6455. */
const codes = { policy: 1008, failure: 1011, away: 1001 };
/** In milliseconds: how long a client that does not read gets to receive the reason before it is cut. */
const farewell = 1_000;

export function connect(realtime: Realtime, peer: Peer, gone: () => void) {
  const { limits, note, reportBug } = realtime;
  const channels = new Map<string, Channel>();
  const joining = new Set<string>();
  const enqueue = createTopicQueues(limits.bytesUnheard, reportBug);
  const mayJoin = createMeter(limits.joinsPerSecond);
  const maySend = createMeter(limits.messages.count, limits.messages.seconds);
  const network = widerThan(peer.client) ?? peer.client;
  let isOpen = true;
  let heardAt = performance.now();

  const silence = setInterval(() => {
    if (performance.now() - heardAt > limits.silence) end(codes.away, 'Nothing was heard');
  }, limits.silence / 4).unref();

  const line: Line = {
    version: peer.version,
    client: peer.client,
    ofKey: peer.caller,
    isOpen: () => isOpen,
    send(frame) {
      if (!isOpen) return;
      peer.send(frame);
      if (peer.unsent() > limits.bytesUnread) {
        note('limit', 'read_too_slowly', peer.client);
        end(codes.policy, 'Messages are read too slowly');
        setTimeout(peer.cut, farewell).unref();
      }
    },
    write: (message) => line.send(writeFrame(peer.version, message)),
  };

  function end(code: number, reason: string) {
    if (!isOpen) return;
    leaveAll();
    peer.close(code, reason);
  }

  function leaveAll() {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(silence);
    for (const channel of channels.values()) channel.leave();
    channels.clear();
    gone();
  }

  const reply = ({ joinRef, ref, topic }: Message, status: 'ok' | 'error', response: object = {}) =>
    line.write({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });

  async function join(message: Message) {
    const { topic } = message;
    channels.get(topic)?.close();
    channels.delete(topic);
    try {
      refuseTopic(topic, limits.topicLength);
      if (!mayJoin()) {
        note('limit', 'too_many_joins', peer.client);
        reply(message, 'error', {
          reason: 'ClientJoinRateLimitReached: Too many joins per second',
        });
        return end(codes.policy, 'Too many joins per second');
      }
      if (channels.size + joining.size >= limits.channelsOfSocket) {
        throw new Refused('ChannelRateLimitReached', 'Too many channels');
      }
      joining.add(topic);
      const channel = await joinInTurn(message);
      if (!channel) return;
      if (isOpen) channels.set(topic, channel);
      else channel.leave();
    } catch (error) {
      reply(message, 'error', { reason: reasonOf(error) });
    } finally {
      joining.delete(topic);
    }
  }

  async function joinInTurn(message: Message): Promise<Channel | undefined> {
    const { topic } = message;
    const endTurn = await realtime.joins.take({ key: network });
    try {
      // It may have closed while this one waited.
      if (!isOpen) return undefined;
      return await joinChannel(realtime, line, message, (why) => {
        channels.delete(topic);
        // No channel is left whose member might stay.
        if (why && channels.size === 0) end(codes.policy, why.message);
      });
    } finally {
      endTurn();
    }
  }

  function reasonOf(error: unknown): string {
    if (error instanceof Refused) {
      note(/RateLimit/.test(error.code) ? 'limit' : 'refused', error.code, peer.client);
      return error.reason;
    }
    if (
      error instanceof DatabaseUnavailable ||
      error instanceof DatabaseBusy ||
      error instanceof NoTurn
    ) {
      return 'UnableToConnectToProject: Realtime was unable to connect to the project database';
    }
    reportBug(error);
    return 'Unknown Error on Channel';
  }

  async function handle(message: Message, bytes: number) {
    const { topic, event } = message;
    if (!topic.startsWith('realtime:')) {
      return reply(message, 'error', { reason: 'unmatched topic' });
    }
    if (event === 'phx_join') return join(message);
    const channel = channels.get(topic);
    if (channel) return channel.hear(message, bytes);
    if (event === 'phx_leave') return reply(message, 'ok');
    return reply(message, 'error', { reason: 'unmatched topic' });
  }

  function hearInTurn(message: Message, bytes: number) {
    const hear = () =>
      isOpen ? onBehalfOf({ key: peer.client }, () => handle(message, bytes)) : undefined;
    if (enqueue(message.topic, bytes, hear)) return;
    note('limit', 'too_much_waits', peer.client);
    end(codes.policy, 'Too many messages are waiting');
  }

  peer.onMessage((data, isBinary) => {
    if (!isOpen) return;
    heardAt = performance.now();
    // Whoever sends little is not the cause when a network's clients together send too much.
    const isLittle = realtime.littleOf(peer.client, data.length);
    const isMuch = !realtime.bytesOf(network, data.length) && !isLittle;
    if (isMuch || !maySend() || !realtime.messagesOf(peer.client)) return refuseCrowd();
    try {
      const message = readFrame(peer.version, data, isBinary);
      if (message.topic === 'phoenix') {
        if (message.event === 'heartbeat') reply(message, 'ok');
        else reply(message, 'error', { reason: 'unmatched topic' });
      } else hearInTurn(message, data.length);
    } catch (error) {
      if (!(error instanceof BadFrame)) reportBug(error);
      end(codes.failure, '');
    }
  });
  peer.onClose(leaveAll);

  /** As in the original, each channel is told before the socket closes. */
  function refuseCrowd() {
    note('limit', 'too_many_messages', peer.client);
    for (const channel of [...channels.values()]) channel.refuse('Too many messages per second');
    end(codes.policy, 'Too many messages per second');
  }
}

function refuseTopic(topic: string, longest: number) {
  if (topic === 'realtime:') {
    throw new Refused('TopicNameRequired', 'You must provide a topic name');
  }
  // No database can store such a topic, which checking access would need.
  if (!isPlainText(topic)) {
    throw new Refused('TopicNameInvalid', 'A topic name has no control characters');
  }
  if (topic.length > longest) {
    throw new Refused('TopicNameTooLong', `A topic name has ${longest} characters at most`);
  }
}
