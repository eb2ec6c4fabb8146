import { isTooDeep } from '../depth.ts';

/** A message on a socket, independent of the protocol version. */
export type Message = {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
};

/** What a client broadcasts in a binary frame: passed on unchanged, never decoded. */
export type UserBroadcast = {
  event: string;
  encoding: 'binary' | 'json';
  bytes: Buffer;
  /** For what came from SQL. */
  meta?: { id: string; replayed?: true };
};

/** A broadcast payload: JSON of any kind, or a `UserBroadcast`. */
export type Said = unknown;

export type Version = '1.0.0' | '2.0.0';
/** The bytes on the wire, encoded once for all recipients. */
export type Frame = { bytes: Buffer; isBinary: boolean };

function textFrame(text: string): Frame {
  return { bytes: Buffer.from(text), isBinary: false };
}

/** The frame was no message of the protocol, so the socket cannot be used any more. */
export class BadFrame extends Error {
  override name = 'BadFrame';
}

/** A channel keeps the ref of its join, and binary frames have no room for longer ones. */
const longestRef = 255;

const kinds = { push: 0, userBroadcastPush: 3, userBroadcast: 4 };

export function readFrame(version: Version, data: Buffer, isBinary: boolean): Message {
  if (isBinary) {
    if (version === '1.0.0') throw new BadFrame('Version 1.0.0 has no binary frames.');
    return readBinary(data);
  }
  const message = version === '1.0.0' ? readObject(parse(data)) : readArray(parse(data));
  if (typeof message.topic !== 'string' || typeof message.event !== 'string') {
    throw new BadFrame('A message has a topic and an event.');
  }
  return message as Message;
}

function parse(data: Buffer): unknown {
  if (isTooDeep(data)) throw new BadFrame('A message has fewer levels.');
  try {
    return JSON.parse(data.toString());
  } catch {
    throw new BadFrame('A message is JSON.');
  }
}

type Unread = Omit<Message, 'topic' | 'event'> & { topic: unknown; event: unknown };

function readObject(value: unknown): Unread {
  if (typeof value !== 'object' || value === null) throw new BadFrame('A message is an object.');
  const { topic, event, payload, ref, join_ref: joinRef } = value as Record<string, unknown>;
  return { joinRef: asRef(joinRef), ref: asRef(ref), topic, event, payload };
}

function readArray(value: unknown): Unread {
  if (!Array.isArray(value) || value.length < 5) throw new BadFrame('A message has five parts.');
  const [joinRef, ref, topic, event, payload] = value;
  return { joinRef: asRef(joinRef), ref: asRef(ref), topic, event, payload };
}

function asRef(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const ref = String(value);
  if (ref.length > longestRef) throw new BadFrame('A ref is short.');
  return ref;
}

/** One byte for the kind, one for the length of each part, then the parts. */
function readBinary(data: Buffer): Message {
  const isBroadcast = data[0] === kinds.userBroadcastPush;
  if (!isBroadcast && data[0] !== kinds.push) throw new BadFrame('An unknown kind of frame.');
  const parts = isBroadcast ? 5 : 4;
  let offset = isBroadcast ? 7 : 5;
  const read = Array.from({ length: parts }, (_, place) => {
    const end = offset + (data[1 + place] ?? 0);
    if (end > data.length) throw new BadFrame('A frame that ends in its head.');
    const part = data.toString('utf8', offset, end);
    offset = end;
    return part;
  });
  const [joinRef = '', ref = '', topic = '', event = ''] = read;
  const bytes = data.subarray(offset);
  const encoding = data[6] === 0 ? 'binary' : 'json';
  const payload: UserBroadcast = { event, encoding, bytes };
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: isBroadcast ? 'broadcast' : event,
    payload: isBroadcast ? payload : bytes,
  };
}

/** Recognized by its bytes, which JSON cannot contain: a field with that name in a text message is ordinary data. */
export function isUserBroadcast(payload: unknown): payload is UserBroadcast {
  return (
    typeof payload === 'object' &&
    payload !== null &&
    'bytes' in payload &&
    payload.bytes instanceof Uint8Array
  );
}

export function writeFrame(version: Version, message: Message): Frame {
  const { joinRef, ref, topic, event, payload } = message;
  // The older version sends no join_ref.
  return textFrame(
    JSON.stringify(
      version === '1.0.0' ? { topic, event, payload, ref } : [joinRef, ref, topic, event, payload],
    ),
  );
}

/** A broadcast for everybody in a channel; undefined if the version cannot express it. */
export function writeBroadcast(
  version: Version,
  topic: string,
  broadcast: Said,
): Frame | undefined {
  const message = { joinRef: null, ref: null, topic, event: 'broadcast' };
  if (!isUserBroadcast(broadcast)) return writeFrame(version, { ...message, payload: broadcast });
  const { event, encoding, bytes, meta } = broadcast;
  if (version === '1.0.0') {
    if (encoding === 'binary') return undefined;
    const payload = { type: 'broadcast', event, payload: JSON.parse(bytes.toString()) };
    return writeFrame(version, { ...message, payload });
  }
  const parts = [topic, event, meta ? JSON.stringify(meta) : ''].map((part) => Buffer.from(part));
  const lengths = parts.map((part) => part.length);
  if (lengths.some((length) => length > 255)) return undefined;
  const head = Buffer.from([kinds.userBroadcast, ...lengths, encoding === 'json' ? 1 : 0]);
  return { bytes: Buffer.concat([head, ...parts, bytes]), isBinary: true };
}

/**
 * The change's data is already encoded, because it is the same for every recipient. It is sent with the ids of the
 * subscriptions, or as an event of its type.
 */
export function writeChange(
  version: Version,
  name: string,
  asked: { ids: readonly number[] } | { type: string },
  data: string,
): Frame {
  const [event, payload] =
    'type' in asked
      ? [asked.type, data]
      : ['postgres_changes', `{"ids":[${asked.ids}],"data":${data}}`];
  const where = JSON.stringify(name);
  return textFrame(
    version === '1.0.0'
      ? `{"topic":${where},"event":"${event}","payload":${payload},"ref":null}`
      : `[null,null,${where},"${event}",${payload}]`,
  );
}

/** Undefined if it is no JSON, or nested too deeply. */
export function readJson(bytes: Buffer): unknown {
  try {
    return parse(bytes);
  } catch {
    return undefined;
  }
}

export const isJson = (bytes: Buffer): boolean => readJson(bytes) !== undefined;
