import type { Caller } from '#database/database.ts';
import { isPlainText } from '#domain/text/plain-text.ts';
import { ApiError, wrongMethod } from '../errors.ts';
import { unkept } from '../unkept.ts';
import { isJson, readJson, type Said } from './frames.ts';
import type { Realtime } from './parts.ts';

type Broadcast = { topic: string; isPrivate: boolean; said: Said };

const base = '/realtime/v1/api/broadcast';
const mostInBatch = 100;

/** Broadcasts without a socket: several messages as JSON, or one with its topic and event in the URL. */
export async function answerBroadcast(
  realtime: Realtime,
  request: Request,
  caller: Caller,
  client: string,
): Promise<Response> {
  const url = new URL(request.url);
  if (!url.pathname.startsWith(base)) throw new ApiError('not_found');
  if (request.method !== 'POST') throw wrongMethod('POST');
  const isBatch = url.pathname === base;
  const { bytesOfBroadcast } = realtime.limits;
  const read = isBatch
    ? await readBatch(request, bytesOfBroadcast)
    : await readSingle(request, url, bytesOfBroadcast);
  if (read instanceof Response) return read;
  for (const _ of read) {
    if (!realtime.messagesOf(client)) return refuse(429, 'You have exceeded your rate limit');
  }
  const rights = new Map<string, Promise<boolean>>();
  for (const { topic, isPrivate, said } of read) {
    if (isPrivate && caller.role !== 'service_role') {
      const may = rights.get(topic) ?? realtime.authorization.mayWrite(caller, topic, 'broadcast');
      rights.set(topic, may);
      // As in the original: a single message is refused, one in a batch is silently dropped.
      if (!(await may) && !isBatch) return refuse(403, 'Unauthorized');
      if (!(await may)) continue;
    }
    realtime.hub.broadcast({ topic, isPrivate }, said);
  }
  return new Response(null, { status: 202, headers: unkept });
}

async function readBatch(request: Request, mostBytes: number): Promise<Broadcast[] | Response> {
  const bytes = Buffer.from(await request.arrayBuffer());
  const body = readJson(bytes);
  if (typeof body !== 'object' || body === null) return refuse(400, 'Bad Request');
  const { messages } = body as { messages?: unknown };
  if (messages === undefined || messages === null) return invalid({ messages: ["can't be blank"] });
  if (!Array.isArray(messages)) return invalid({ messages: ['is invalid'] });
  if (messages.length === 0) return invalid({ messages: ["can't be blank"] });
  if (messages.length > mostInBatch) {
    return refuse(429, 'Too many messages to broadcast, please reduce the batch size');
  }
  const isLong = bytes.length > mostBytes;
  const faults = messages.map((message) => faultsOf(message, isLong ? mostBytes : undefined));
  if (faults.some((fault) => Object.keys(fault).length > 0)) return invalid({ messages: faults });
  return messages.map(({ topic, event, payload, private: isPrivate }) => ({
    topic,
    isPrivate: isPrivate === true || isPrivate === 'true',
    said: { type: 'broadcast', event, payload },
  }));
}

const tooLarge = 'Payload size exceeds tenant limit';

/** Payloads are only measured if all of them together are longer than one may be. */
function faultsOf(message: unknown, mostBytes?: number): Record<string, string[]> {
  const { topic, event, payload } = (message ?? {}) as Record<string, unknown>;
  const faults: Record<string, string[]> = {};
  for (const [name, value] of Object.entries({ topic, event })) {
    if (value === undefined || value === null || value === '') faults[name] = ["can't be blank"];
    else if (typeof value !== 'string' || !isPlainText(value)) faults[name] = ['is invalid'];
  }
  if (payload === undefined || payload === null) faults.payload = ["can't be blank"];
  else if (typeof payload !== 'object' || Array.isArray(payload)) faults.payload = ['is invalid'];
  else if (mostBytes && Buffer.byteLength(JSON.stringify(payload)) > mostBytes) {
    faults.payload = [tooLarge];
  }
  return faults;
}

/** Returned under both keys: this service's own, and the only one that the original uses for this error. */
const unsupported = 'Unsupported Media Type';

async function readSingle(
  request: Request,
  url: URL,
  mostBytes: number,
): Promise<Broadcast[] | Response> {
  const [, topic, event] = (
    url.pathname.slice(base.length).match(/^\/([^/]+)\/events\/([^/]+)$/) ?? []
  ).map(decoded);
  if (!topic || !event || !isPlainText(topic)) throw new ApiError('not_found');
  const type = request.headers.get('content-type')?.split(';')[0]?.trim();
  const encoding =
    type === 'application/json'
      ? 'json'
      : type === 'application/octet-stream'
        ? 'binary'
        : undefined;
  if (!encoding) return refuse(415, unsupported, { error: unsupported });
  const bytes = Buffer.from(await request.arrayBuffer());
  if (bytes.length > mostBytes) return invalid({ payload: [tooLarge] });
  if (encoding === 'json' && !isJson(bytes)) return refuse(400, 'Bad Request');
  return [
    {
      topic,
      isPrivate: url.searchParams.get('private') === 'true',
      said: { event, encoding, bytes },
    },
  ];
}

/** Undefined if it does not decode to text. */
function decoded(word: string): string | undefined {
  try {
    return decodeURIComponent(word);
  } catch {
    return undefined;
  }
}

function invalid(errors: object): Response {
  return Response.json({ errors }, { status: 422, headers: unkept });
}

function refuse(status: number, message: string, more: object = {}): Response {
  return Response.json({ message, ...more }, { status, headers: unkept });
}
