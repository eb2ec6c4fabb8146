import { connect } from 'node:net';
import type { Judge } from './judge.ts';

const host = (port: number) => `Host: 127.0.0.1:${port}`;

/** Raw requests that no HTTP client would send; `%` is replaced by the host and port. */
const shapes: Record<string, string[]> = {
  'two lengths': [
    'POST /views HTTP/1.1\r\n%\r\nContent-Length: 5\r\nContent-Length: 60\r\n\r\nhelloGET /healthz HTTP/1.1\r\nx: y\r\n\r\n',
  ],
  'length and chunks': [
    'POST /views HTTP/1.1\r\n%\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n%\r\n\r\n',
  ],
  'chunks by another name': [
    'POST /views HTTP/1.1\r\n%\r\nTransfer-Encoding: xchunked\r\nContent-Length: 4\r\n\r\n1\r\nA\r\nX',
  ],
  'chunks behind a space': [
    'POST /views HTTP/1.1\r\n%\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n%\r\n\r\n',
  ],
  'chunks without an end': [
    'POST /views HTTP/1.1\r\n%\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\nx',
  ],
  'a chunk of no number': [
    'POST /views HTTP/1.1\r\n%\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n',
  ],
  'lines that end in LF alone': ['GET / HTTP/1.1\n%\n\n'],
  'a folded header': ['GET / HTTP/1.1\r\n%\r\nx: a\r\n b: c\r\n\r\n'],
  'a header with NUL': ['GET / HTTP/1.1\r\n%\r\nx: a\0b\r\n\r\n'],
  'a header without a name': ['GET / HTTP/1.1\r\n%\r\n: a\r\n\r\n'],
  'ten thousand headers': [`GET / HTTP/1.1\r\n%\r\n${'x: y\r\n'.repeat(10_000)}\r\n`],
  'a long header': [`GET / HTTP/1.1\r\n%\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`],
  'a long address': [`GET /${'a'.repeat(200_000)} HTTP/1.1\r\n%\r\n\r\n`],
  'two hosts': ['GET / HTTP/1.1\r\n%\r\nHost: attack.example\r\n\r\n'],
  'no host': ['GET / HTTP/1.1\r\n\r\n'],
  'a host of nonsense': [
    'GET /about HTTP/1.1\r\nHost: <script>\r\n\r\n',
    'GET /jobs HTTP/1.1\r\nHost: [::1\r\n\r\n',
    'GET /jobs?x HTTP/1.1\r\nHost: a b\r\n\r\n',
    'POST /views HTTP/1.1\r\nHost: \xff\r\nContent-Length: 2\r\n\r\n{}',
  ],
  'a whole address': [
    'GET http://attack.example/jobs HTTP/1.1\r\n%\r\n\r\n',
    'GET http://[/jobs HTTP/1.1\r\n%\r\n\r\n',
  ],
  'an address that is none': [
    'GET * HTTP/1.1\r\n%\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\n%\r\n\r\n',
    'GET ?a HTTP/1.1\r\n%\r\n\r\n',
    'GET \xff\xfe HTTP/1.1\r\n%\r\n\r\n',
    'GET //[ HTTP/1.1\r\n%\r\n\r\n',
    'GET /\\..\\ HTTP/1.1\r\n%\r\n\r\n',
    'GET http: HTTP/1.1\r\n%\r\n\r\n',
  ],
  'another protocol': [
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET / HTTP/9.9\r\n%\r\n\r\n',
    'GET /\r\n',
    '\r\n\r\n\r\n',
    'SSH-2.0-x\r\n',
  ],
  'a way through': [
    'CONNECT attack.example:80 HTTP/1.1\r\n%\r\n\r\n',
    'CONNECT / HTTP/1.1\r\n%\r\n\r\n',
  ],
  'many at once': [`GET /healthz HTTP/1.1\r\n%\r\n\r\n`.repeat(300)],
  'half a body': ['POST /rest/v1/rpc/x HTTP/1.1\r\n%\r\nContent-Length: 50\r\n\r\n{"a":'],
  'half a form': [
    'POST /resources HTTP/1.1\r\n%\r\nOrigin: http://127.0.0.1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 500\r\n\r\n--b\r\nContent-',
  ],
  'half a head': ['GET / HTTP/1.1\r\nx-a: '],
  'an upgrade to nothing': [
    'GET /realtime/v1/websocket HTTP/1.1\r\n%\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'GET /realtime/v1/websocket?apikey=x HTTP/1.1\r\n%\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 99\r\nSec-WebSocket-Key: x\r\n\r\n',
    'GET /realtime/v1/%zz HTTP/1.1\r\n%\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'GET //[/realtime/v1/ HTTP/1.1\r\n%\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'POST /realtime/v1/websocket HTTP/1.1\r\n%\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 5\r\n\r\nhello',
  ],
};

const lineShapes = Object.entries(shapes).flatMap(([what, all]) =>
  all.map((bytes) => ({ what, bytes })),
);

/**
 * Sends one of them; the result must be an HTTP response without a server error, or a closed
 * connection.
 */
export async function writeLine(port: number, turn: number, judge: Judge): Promise<void> {
  const { what, bytes } = lineShapes[turn % lineShapes.length] ?? { what: '', bytes: '' };
  const answer = await speak(
    port,
    Buffer.from(bytes.replaceAll('%\r\n', `${host(port)}\r\n`), 'latin1'),
  );
  for (const [, status = ''] of answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)) {
    if (/^5/.test(status) && status !== '505' && status !== '503')
      judge.found(`status ${status} (line: ${what})`, answer.slice(0, 500));
  }
  // A request smuggled behind another was treated as one of its own.
  if (
    /^two lengths|^length and|^chunks behind/.test(what) &&
    (answer.match(/^HTTP\/1\.1 2/gm) ?? []).length > 0 &&
    /smuggled|"status"/.test(answer)
  ) {
    judge.found(`a request in a request (${what})`, answer.slice(0, 500));
  }
}

/** A short wait is enough: the site keeps half-sent requests open for longer, and we drop them. */
function speak(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const line = connect(port, '127.0.0.1', () => line.write(bytes));
    const end = () => {
      line.destroy();
      resolve(said);
    };
    line.setTimeout(1_500, end);
    line.on('data', (chunk) => {
      said += chunk.toString('latin1');
    });
    line.on('end', end);
    line.on('close', end);
    line.on('error', end);
  });
}
