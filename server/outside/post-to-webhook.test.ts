import { createServer, request as plainRequest, type RequestListener } from 'node:http';
import type { request as requestByTls } from 'node:https';
import { afterAll, describe, expect, it } from 'vitest';
import { createWebhookPost } from './post-to-webhook.ts';
import { isPublicAddress } from './public-address.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Without TLS, which no stand-in speaks; the connection is otherwise the same. */
const request = ((url: URL, options: object, heard: never) =>
  plainRequest(
    { ...options, host: url.hostname, port: url.port, path: url.pathname },
    heard,
  )) as unknown as typeof requestByTls;
const at = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 });

describe('a webhook', () => {
  it('gets the text as JSON, over a connection to the address that was checked', async () => {
    const heard: string[] = [];
    const port = await serve((incoming, answer) => {
      incoming.on('data', (chunk) => heard.push(String(chunk)));
      incoming.on('end', () => answer.end('ok'));
    });
    let asked = 0;
    const post = createWebhookPost({
      // A name that resolves to another address the second time.
      async resolve() {
        asked += 1;
        return [at(asked === 1 ? '127.0.0.1' : '192.0.2.1')];
      },
      isPublic: (address) => address === '127.0.0.1',
      request,
    });
    await post(`https://chat.example:${port}/hook`, 'It broke.');
    expect(heard).toEqual(['{"text":"It broke."}']);
    expect(asked).toBe(1);
  });

  it('that redirects is not followed', async () => {
    let reached = 0;
    const inside = await serve((_, answer) => {
      reached += 1;
      answer.end();
    });
    const port = await serve((_, answer) => {
      answer.writeHead(307, { location: `http://127.0.0.1:${inside}/` }).end();
    });
    const post = createWebhookPost({
      resolve: async () => [at('127.0.0.1')],
      isPublic: () => true,
      request,
    });
    await expect(post(`https://chat.example:${port}/`, 'x')).rejects.toThrow('307');
    expect(reached).toBe(0);
  });

  it.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['169.254.169.254'],
    ['::1'],
    ['93.184.215.14', '10.0.0.1'],
    [],
  ])('whose name leads to %s is not contacted', async (...addresses) => {
    let spoken = 0;
    const post = createWebhookPost({
      resolve: async () => addresses.map(at),
      isPublic: isPublicAddress,
      request: (() => {
        spoken += 1;
      }) as never,
    });
    await expect(post('https://chat.example/hook', 'x')).rejects.toThrow('not one of the internet');
    expect(spoken).toBe(0);
  });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://127.1/',
    'https://0177.0.0.1/',
    'https://0x7f000001/',
    'https://017700000001/',
    'https://①②⑦.0.0.1/',
    'https://127。0。0。1/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fd00:ec2::254]/',
    'https://0/',
  ])('at %s is refused', async (address) => {
    await expect(createWebhookPost()(address, 'x')).rejects.toThrow('not one of the internet');
  });

  it.each(['http://chat.example/', 'https://me:word@chat.example/', 'file:///etc/passwd'])(
    'must be https without a password: %s',
    async (address) => {
      await expect(createWebhookPost()(address, 'x')).rejects.toThrow('https');
    },
  );
});

it('knows which addresses are on the public internet', () => {
  const inside = `0.0.0.0 10.0.0.1 100.64.0.1 127.9.9.9 169.254.169.254 172.31.0.1 192.0.0.1 192.168.1.1
    198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:8.8.8.8 ::8.8.8.8 64:ff9b::a00:1 100::1 fc00::1 fd00:ec2::254
    fe80::1 ff02::1 2001::1 2001:db8::1 2002:a00:1:: 3fff::1 not-an-address`;
  for (const address of inside.split(/\s+/))
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111']) {
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  }
});
