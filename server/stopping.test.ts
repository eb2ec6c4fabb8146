import { expect, it } from 'vitest';
import { listen } from './listen.ts';

it('a stopping process says so to health checks, while requests are still accepted', async () => {
  const { port, close } = await listen(async () => new Response('well'), '127.0.0.1', 0, {
    drainSeconds: 0.5,
  });
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect([await ask('/readyz'), await ask('/livez')]).toEqual([200, 200]);
  const closed = close();
  expect([await ask('/readyz'), await ask('/livez'), await ask('/jobs')]).toEqual([503, 503, 200]);
  await closed;
  await expect(ask('/livez')).rejects.toThrow();
});
