import { createServer } from 'node:net';

/**
 * What the sink tells its parent: how many newsletter mails came, and when each of the others did.
 */
export type SinkNews =
  | { kind: 'ready'; port: number }
  | { kind: 'counted'; readers: number; twice: number }
  | { kind: 'other'; to: string; at: number };

const end = '\r\n.\r\n';

/**
 * A mail server that only counts, in a process of its own: of a mail it keeps nothing but the
 * receiver.
 */
function startSink() {
  const seen = new Set<string>();
  let twice = 0;
  const tell = (news: SinkNews) => process.send?.(news);

  function take(to: string) {
    if (!to.endsWith('@list.example')) {
      tell({ kind: 'other', to, at: Date.now() });
    } else if (seen.has(to)) twice += 1;
    else seen.add(to);
  }

  const server = createServer((socket) => {
    let to = '';
    let rest = '';
    let isData = false;
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (;;) {
        const stop = isData ? end : '\r\n';
        const place = rest.indexOf(stop);
        if (place < 0) {
          // Of a mail still arriving, keep only what may be the start of its end marker.
          if (isData) rest = rest.slice(-end.length);
          return;
        }
        const line = isData ? '' : rest.slice(0, place);
        rest = rest.slice(place + stop.length);
        if (isData) {
          isData = false;
          take(to);
        } else if (line.startsWith('RCPT')) to = line.match(/<(.*?)>/)?.[1] ?? '';
        else isData = line === 'DATA';
        socket.write(isData ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
    socket.write('220 sink\r\n');
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    tell({ kind: 'ready', port: typeof address === 'object' ? (address?.port ?? 0) : 0 });
  });
  setInterval(() => tell({ kind: 'counted', readers: seen.size, twice }), 50);
}

if (import.meta.main) startSink();
