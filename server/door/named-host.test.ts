import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { listen } from '../listen.ts';

const { port, server, close } = await listen(
  async (request) => new Response(new URL(request.url).host),
  '127.0.0.1',
  0,
  {
    // Stored answers go out before anything is built for the request.
    answerStored({ url }, outgoing) {
      if (url === '/ready') outgoing.end('ready');
      return url === '/ready';
    },
  },
);
afterAll(async () => {
  server.closeAllConnections();
  await close();
});

/** The whole response; the connection is closed after it. */
async function say(line: string, ...headers: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let heard = '';
  socket.on('data', (text) => {
    heard += text;
  });
  socket.write(`${[line, ...headers, 'connection: close'].join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  return heard;
}

it.each(['/ready', '/jobs', '/rest/v1/jobs', '/realtime/v1/websocket?vsn=2.0.0'])(
  '%s is refused with several hosts, or an invalid one',
  async (path) => {
    for (const hosts of [
      ['host: a.example', 'host: b.example'],
      ['host: a.example', 'HOST: a.example'],
      ['host: a.example b.example'],
      ['host: a.example/b'],
      ['host: someone@a.example'],
    ]) {
      const answer = await say(`GET ${path} HTTP/1.1`, ...hosts);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('The request must name one host.');
    }
  },
);

it.each(['a.example', 'a.example:8080', '127.0.0.1', '[::1]:3000', 'xn--bcher-kva.example', 'a_b'])(
  'the host %s is valid',
  async (host) => {
    for (const path of ['/ready', '/jobs']) {
      expect(await say(`GET ${path} HTTP/1.1`, `host: ${host}`)).toMatch(/^HTTP\/1\.1 200 /);
    }
  },
);

it('an HTTP/1.0 health check, which names no host as balancers send it, is answered', async () => {
  for (const path of ['/ready', '/readyz']) {
    expect(await say(`GET ${path} HTTP/1.0`)).toMatch(/^HTTP\/1\.1 200 /);
  }
  expect(await say('GET /readyz HTTP/1.1')).toMatch(/^HTTP\/1\.1 400 /);
});
