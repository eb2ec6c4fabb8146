import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import { remembered } from '#api/remembered.ts';
import { referrerPolicy, securityHeaders } from './security-headers.ts';
import type { StoredFile } from './stored-files.ts';

export type ServeFile = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  file: StoredFile,
  requestId: string,
) => void;

/** Names and values in turn, as Node writes them. */
type HeaderList = OutgoingHttpHeader[];

/** All that an answer about a file says, for each of the ways in which it can be sent. */
type Ready = { common: HeaderList; packings: Map<Encoding, Packing> };
type Packing = { headers: HeaderList; body: Buffer };

/**
 * Answers a GET or HEAD for a file in memory: compressed, conditional, or a part of it. A page costs
 * little more than its bytes this way: no Request, Response or Headers, and the headers are made once.
 */
export function createFileServer({
  isHttps,
  isBehindProxy,
}: {
  isHttps: boolean;
  isBehindProxy: boolean;
}): ServeFile {
  const readyFiles = new WeakMap<StoredFile, Ready>();

  function readyFor(file: StoredFile): Ready {
    const known = readyFiles.get(file);
    if (known) return known;
    const headers = {
      'content-type': file.type,
      'cache-control': file.cacheControl,
      etag: file.etag,
      vary: 'Accept-Encoding',
      ...(file.policy && { 'content-security-policy': file.policy }),
      'referrer-policy': referrerPolicy,
      ...securityHeaders(file.type, isHttps),
    };
    const ready: Ready = { common: Object.entries(headers).flat(), packings: new Map() };
    readyFiles.set(file, ready);
    return ready;
  }

  return (incoming, outgoing, file, requestId) => {
    const { method, headers } = incoming;
    const { common, packings } = readyFor(file);
    // nginx believes the first word on how long it may keep an answer.
    const own = [
      ...(isBehindProxy && !file.cacheControl.includes('immutable') ? proxyKeeps() : []),
      'x-request-id',
      requestId,
    ];
    const condition = headers['if-none-match'];
    if (condition && matches(condition, file.etag)) {
      outgoing.writeHead(304, [...own, ...common]).end();
      return;
    }
    if (headers.range && !headers['if-range']) {
      const { status, about, body } = partOf(headers.range, file.body);
      outgoing.writeHead(status, [...own, ...common, ...about]);
      outgoing.end(method === 'HEAD' ? undefined : body);
      return;
    }
    const encoding = bestEncoding(headers['accept-encoding'] ?? '', file);
    let packing = packings.get(encoding);
    if (!packing) {
      packing = packed(common, file, encoding);
      packings.set(encoding, packing);
    }
    outgoing.writeHead(200, [...own, ...packing.headers]);
    outgoing.end(method === 'HEAD' ? undefined : packing.body);
  };
}

/**
 * Our own proxy may keep what everybody gets for what is left of this second: a change is seen in the next
 * one. nginx reads it and takes it off. A lifetime would last up to a second longer than it says, because
 * nginx counts in whole seconds.
 */
function proxyKeeps(): HeaderList {
  return ['x-accel-expires', `@${Math.floor(Date.now() / 1_000)}`];
}

export function matches(condition: string | null, etag: string): boolean {
  if (!condition) return false;
  const known = condition.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag.replace(/^W\//, ''));
}

type Encoding = 'br' | 'gzip' | 'identity';

function packed(common: HeaderList, file: StoredFile, encoding: Encoding): Packing {
  const body = { br: file.brotli, gzip: file.gzip, identity: undefined }[encoding] ?? file.body;
  const about =
    encoding === 'identity' ? ['accept-ranges', 'bytes'] : ['content-encoding', encoding];
  return { headers: [...common, ...about, 'content-length', String(body.length)], body };
}

const packingsIn = remembered((accepted) => ({
  br: accepts(accepted, 'br'),
  gzip: accepts(accepted, 'gzip'),
}));

function bestEncoding(accepted: string, { brotli, gzip }: StoredFile): Encoding {
  const may = packingsIn(accepted);
  if (brotli && may.br) return 'br';
  return gzip && may.gzip ? 'gzip' : 'identity';
}

export function accepts(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((each) => {
    const [name, weight] = each.trim().split(/\s*;\s*q=/);
    return name === encoding && weight !== '0' && Number(weight ?? 1) > 0;
  });
}

/** One range of bytes, as a download that goes on asks for. */
function partOf(range: string, body: Buffer) {
  const [, from = '', to = ''] = range.match(/^bytes=(\d*)-(\d*)$/) ?? [];
  const start = from ? Number(from) : Math.max(0, body.length - Number(to));
  const end = from && to ? Math.min(Number(to), body.length - 1) : body.length - 1;
  if ((!from && !to) || start > end) {
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
