import type { IncomingMessage, OutgoingHttpHeader } from 'node:http';
import { accepts } from '#api/packing.ts';
import { remembered } from '#api/remembered.ts';
import { referrerPolicy, securityHeaders } from '../door/security-headers.ts';
import type { StoredFile } from './stored-files.ts';

/** What a GET or HEAD says that changes the answer about a file. */
type Asked = {
  isHead: boolean;
  accepted: string;
  condition: string | null | undefined;
  range: string | null | undefined;
  ifRange: string | null | undefined;
};

/** Names and values in turn, as Node writes them. */
type HeaderList = OutgoingHttpHeader[];

export type Answer = { status: number; headers: HeaderList; body: Buffer<ArrayBuffer> | undefined };

export type AnswerFile = (asked: Asked, file: StoredFile) => Answer;

type FileAnswers = AnswerFile & {
  /** What answers say has changed: it is put together anew. */
  forget(): void;
};

/** All that answers about a file say, and for each packing. Made once. */
type Ready = { common: HeaderList; packings: Map<Encoding, Packing> };
type Packing = { headers: HeaderList; body: Buffer<ArrayBuffer> };

/** Answers for a file in memory: compressed, conditional, or a part of it. */
export function createFileAnswers({
  isHttps,
  isBehindProxy,
  isHeld = () => false,
}: {
  isHttps: boolean;
  isBehindProxy: boolean;
  /** Search engines are kept out. */
  isHeld?: () => boolean;
}): FileAnswers {
  let readyFiles = new WeakMap<StoredFile, Ready>();

  function readyFor(file: StoredFile): Ready {
    const known = readyFiles.get(file);
    if (known) return known;
    const headers = {
      'content-type': file.type,
      'cache-control': file.cacheControl,
      etag: file.etag,
      vary: 'Accept-Encoding',
      ...(file.isForAllOrigins && { 'access-control-allow-origin': '*' }),
      ...(file.policy && { 'content-security-policy': file.policy }),
      'referrer-policy': referrerPolicy,
      ...securityHeaders(file.type, isHttps),
      ...(file.permissions && { 'permissions-policy': file.permissions }),
      // On what never changes it would only weigh: search engines list no scripts and fonts.
      ...(isHeld() && !file.cacheControl.includes('immutable') && { 'x-robots-tag': 'noindex' }),
    };
    const ready: Ready = { common: Object.entries(headers).flat(), packings: new Map() };
    readyFiles.set(file, ready);
    return ready;
  }

  function answer({ accepted, condition, range, ifRange }: Asked, file: StoredFile): Answer {
    const { common, packings } = readyFor(file);
    if (condition && matches(condition, file.etag)) {
      return { status: 304, headers: common, body: undefined };
    }
    const part = range && !ifRange ? partOf(range, file.body) : undefined;
    if (part) {
      const { status, about, body } = part;
      return { status, headers: [...common, ...about], body };
    }
    const encoding = bestEncoding(accepted, file);
    let packing = packings.get(encoding);
    if (!packing) {
      packing = packed(common, file, encoding);
      packings.set(encoding, packing);
    }
    return { status: 200, ...packing };
  }

  const answerFile: AnswerFile = (asked, file) => {
    const { status, headers, body } = answer(asked, file);
    const isProxyTold = isBehindProxy && !file.cacheControl.includes('immutable');
    return {
      status,
      // nginx believes the first word on how long it may keep an answer.
      headers: isProxyTold ? [...proxyKeeps(), ...headers] : headers,
      body: asked.isHead ? undefined : body,
    };
  };
  return Object.assign(answerFile, {
    forget() {
      readyFiles = new WeakMap();
    },
  });
}

export function askedBy({ method, headers }: IncomingMessage): Asked {
  return {
    isHead: method === 'HEAD',
    accepted: headers['accept-encoding']?.toString() ?? '',
    condition: headers['if-none-match'],
    range: headers.range,
    ifRange: headers['if-range']?.toString(),
  };
}

export function askedOf({ method, headers }: Request): Asked {
  return {
    isHead: method === 'HEAD',
    accepted: headers.get('accept-encoding') ?? '',
    condition: headers.get('if-none-match'),
    range: headers.get('range'),
    ifRange: headers.get('if-range'),
  };
}

export function toResponse({ status, headers, body }: Answer): Response {
  const pairs = Array.from({ length: headers.length / 2 }, (_, place): [string, string] => [
    String(headers[2 * place]),
    String(headers[2 * place + 1]),
  ]);
  return new Response(body, { status, headers: pairs });
}

/**
 * Our own proxy may keep what everybody gets for what is left of this second: a change is seen in the next
 * one. nginx reads it and takes it off. A lifetime would last up to a second longer than it says, because
 * nginx counts in whole seconds. What is answered as a second begins is not kept, so that of the second in
 * which a change is to be seen some is left for making the page.
 */
function proxyKeeps(): HeaderList {
  return ['x-accel-expires', `@${Math.floor((Date.now() - makingTakes) / 1_000)}`];
}

/** In milliseconds. */
const makingTakes = 50;

export function matches(condition: string | null, etag: string): boolean {
  if (!condition) return false;
  if (condition === etag) return true;
  const known = condition.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag.replace(/^W\//, ''));
}

type Encoding = 'br' | 'gzip' | 'identity';

function packed(common: HeaderList, file: StoredFile, encoding: Encoding): Packing {
  if (encoding === 'identity') {
    const { length } = file.body;
    const about = ['accept-ranges', 'bytes', 'content-length', String(length)];
    return { headers: [...common, ...about], body: file.body };
  }
  const body = (encoding === 'br' ? file.brotli : file.gzip) ?? file.body;
  const about = ['content-encoding', encoding, 'content-length', String(body.length)];
  return { headers: [...common, ...about], body };
}

const packingsIn = remembered((accepted) => ({
  br: accepts(accepted, 'br'),
  gzip: accepts(accepted, 'gzip'),
}));

/** A cached page is packed when it is asked for so: what is not accepted is not looked at. */
function bestEncoding(accepted: string, file: StoredFile): Encoding {
  const may = packingsIn(accepted);
  if (may.br && file.brotli) return 'br';
  return may.gzip && file.gzip ? 'gzip' : 'identity';
}

/** One range of bytes, as a download that goes on asks for. Several at once, and what is no range, are the whole. */
function partOf(range: string, body: Buffer<ArrayBuffer>) {
  const [, from = '', to = ''] = range.match(/^bytes=(\d*)-(\d*)$/) ?? [];
  if ((!from && !to) || (from && to && Number(from) > Number(to))) return undefined;
  const start = from ? Number(from) : Math.max(0, body.length - Number(to));
  const end = from && to ? Math.min(Number(to), body.length - 1) : body.length - 1;
  if (start > end) {
    const about = ['content-range', `bytes */${body.length}`, 'content-length', '0'];
    return { status: 416, about, body: undefined };
  }
  const about = [
    'content-range',
    `bytes ${start}-${end}/${body.length}`,
    'content-length',
    String(end - start + 1),
  ];
  return { status: 206, about, body: body.subarray(start, end + 1) };
}
