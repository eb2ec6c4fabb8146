import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Asked } from './asked.ts';
import type { Caller } from './callers.ts';

export type Answer = {
  /** 0 if the connection was closed without a response, -1 after a timeout. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  took: number;
};

/** Longer than anything may take here, even on a busy machine. */
const patience = 90_000;

/**
 * Sends requests exactly as written: `fetch` would normalise addresses and refuse headers that must
 * be tried.
 */
export function createSender(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const self = `http://127.0.0.1:${port}`;

  function send(asked: Asked, caller: Caller | undefined, address: string): Promise<Answer> {
    const headers: Record<string, string> = { ...caller?.headers, ...asked.headers };
    if (headers.origin === 'self') headers.origin = self;
    // The proxy appends its own entry to whatever the client claimed.
    const claimed = headers['x-forwarded-for'];
    headers['x-forwarded-for'] = claimed ? `${claimed}, ${address}` : address;
    const body = asked.body === undefined ? undefined : bytesOf(asked);
    if (body) headers['content-length'] ??= String(body.length);
    const began = performance.now();
    return new Promise((resolve) => {
      const end = (status: number, heads: IncomingHttpHeaders = {}, text = '') =>
        resolve({ status, headers: heads, text, took: performance.now() - began });
      // What can never be sent in a request line is encoded.
      const path = asked.path.toWellFormed().replace(/[^!-~]+/g, encodeURIComponent);
      const sent = request(
        { host: '127.0.0.1', port, agent, method: asked.method, path, headers },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk) => chunks.push(chunk));
          incoming.on('error', () => end(0));
          incoming.on('end', () =>
            end(
              incoming.statusCode ?? 0,
              incoming.headers,
              read(Buffer.concat(chunks), incoming.headers['content-encoding']),
            ),
          );
        },
      );
      sent.on('upgrade', (_, socket) => {
        socket.destroy();
        end(101);
      });
      sent.on('error', () => end(0));
      sent.setTimeout(patience, () => {
        end(-1);
        sent.destroy();
      });
      sent.end(body);
    });
  }
  return { send, close: () => agent.destroy() };
}

/** Files are bytes, one per character; everything else is text. */
function bytesOf({ kind, body = '' }: Asked): Buffer {
  const isFile = kind === 'storage' && /^[\x89\xffGR%P]/.test(body);
  return Buffer.from(body, isFile ? 'latin1' : 'utf8');
}

function read(bytes: Buffer, encoding: string | undefined): string {
  try {
    if (encoding === 'br') return brotliDecompressSync(bytes).toString();
    if (encoding === 'gzip') return gunzipSync(bytes).toString();
  } catch {
    return 'what came was not packed as it said';
  }
  return bytes.toString();
}
