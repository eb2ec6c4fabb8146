import { connect, type Socket } from 'node:net';

/**
 * Sends each request once over a few keep-alive connections, one at a time on each, and returns the
 * total time in seconds. Requests are ready-made bytes, so that sending costs little compared to
 * answering.
 */
export async function keepAsking(
  url: string,
  requests: readonly string[],
  connections: number,
  /** How the status of each response begins. */
  status = '200',
): Promise<number> {
  const { hostname, port } = new URL(url);
  let next = 0;
  const sockets = await Promise.all(
    Array.from({ length: connections }, () => open(hostname, Number(port))),
  );
  const began = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      for (let place = next++; place < requests.length; place = next++) {
        const answer = await exchange(socket, requests[place] ?? '');
        if (!answer.startsWith(`HTTP/1.1 ${status}`)) throw new Error(answer);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  for (const socket of sockets) socket.destroy();
  return seconds;
}

export function requestOf(
  path: string,
  headers: Record<string, string>,
  body: string,
  method = 'POST',
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  return `${method} ${path} HTTP/1.1\r\nhost: bench\r\ncontent-length: ${length}\r\n${lines.join('')}\r\n${body}`;
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve(socket.setNoDelay(true)));
    socket.once('error', reject);
  });
}

function exchange(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const lost = () => reject(new Error(`The connection ended: ${answer}`));
    const hear = (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      if (!isWhole(answer, request.startsWith('HEAD '))) return;
      socket.off('data', hear);
      socket.off('close', lost);
      resolve(answer);
    };
    socket.on('data', hear);
    socket.once('close', lost);
    socket.write(request);
  });
}

function isWhole(answer: string, isHead: boolean): boolean {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return false;
  if (isHead || answer.startsWith('HTTP/1.1 204')) return true;
  const [, length] = answer.match(/\r\ncontent-length: (\d+)/i) ?? [];
  return length === undefined
    ? answer.endsWith('0\r\n\r\n')
    : answer.length >= head + 4 + Number(length);
}
