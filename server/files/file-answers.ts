import type { IncomingMessage, OutgoingHttpHeader } from 'node:http';
import { accepts } from '#api/packing.ts';
import { remembered } from '#api/remembered.ts';
import { referrerPolicy, securityHeaders } from '../door/security-headers.ts';
import type { StoredFile } from './stored-files.ts';

/** What in a GET or HEAD request changes the response for a file. */
type Asked = {
  isHead: boolean;
  accepted: string;
  condition: string | null | undefined;
  range: string | null | undefined;
  ifRange: string | null | undefined;
};

/** Alternating names and values, as Node writes them. */
type HeaderList = OutgoingHttpHeader[];

export type Answer = { status: number; headers: HeaderList; body: Buffer<ArrayBuffer> | undefined };

export type AnswerFile = (asked: Asked, file: StoredFile) => Answer;

type FileAnswers = AnswerFile & {
  /** The headers have changed: they are built again. */
  forget(): void;
};

/** The headers common to all responses for a file, and those for each encoding. Made once. */
type Ready = { common: HeaderList; packings: Map<Encoding, Packing> };
type Packing = { headers: HeaderList; body: Buffer<ArrayBuffer> };

/** Responses for a file in memory: compressed, conditional, or a range of it. */
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
      // Useless on immutable files: search engines do not index scripts and fonts.
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
      // nginx obeys the first header about how long it may cache a response.
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
 * Our own proxy may cache what everybody gets until the end of the current second, so a change
 * shows in the next one. nginx reads this header and removes it. A lifetime (max-age) would last up
 * to a second too long, because nginx counts whole seconds. Nothing is cached right after a second
 * begins, which leaves time to render the page within the second in which a change must show.
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

/**
 * A cached page is compressed on demand, so encodings that the client does not accept are never
 * touched.
 */
function bestEncoding(accepted: string, file: StoredFile): Encoding {
  const may = packingsIn(accepted);
  if (may.br && file.brotli) return 'br';
  return may.gzip && file.gzip ? 'gzip' : 'identity';
}

/**
 * One byte range, as a resumed download requests. Several ranges, or an invalid one, get the whole
 * file.
 */
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
