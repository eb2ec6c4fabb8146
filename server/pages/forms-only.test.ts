import { expect, it } from 'vitest';
import { siteUrl } from '#test/support/site-url.ts';
import { openWholeSite } from '#test/support/whole-site.ts';

const { first } = await openWholeSite();
const token = 'a'.repeat(43);
const pages = [
  '/alerts/new',
  `/alerts/confirm?token=${token}`,
  `/alerts/stop?token=${token}`,
  '/resources',
].concat('/job/10000000-0000-4000-8000-000000000001');

it.each(pages)('%s accepts a form, and refuses everything else by saying so', async (page) => {
  const send = async (method: string, type?: string, body?: string) => {
    const headers = { origin: siteUrl, ...(type && { 'content-type': type }) };
    return (await first.get(page, { method, headers, ...(body && { body }) })).status;
  };
  for (const type of ['application/json', 'text/plain', 'image/png', 'multipart/form']) {
    expect(await send('POST', type, '{}'), type).toBe(415);
  }
  expect(await send('POST')).toBe(415);
  for (const method of ['PUT', 'PATCH', 'DELETE']) expect(await send(method), method).toBe(405);
  expect(await send('POST', 'multipart/form-data', 'x')).toBe(415);
  expect(await send('POST', 'application/x-www-form-urlencoded', 'some=thing')).toBeLessThan(500);

  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  // As browsers send it to a proxy that ends TLS, and to one that calls the site by an internal
  // name.
  for (const [asked, origin] of [
    [page, siteUrl.replace('http:', 'https:')],
    [`http://127.0.0.1:3000${page}`, siteUrl],
  ] as const) {
    const init = { method: 'POST', headers: { ...headers, origin }, body: 'some=thing' };
    const answer = await first.get(asked, init);
    const words = await answer.text();
    expect(words).not.toContain('forms of this site alone');
    expect(answer.status, words).toBeLessThan(500);
  }
  for (const origin of ['https://other.example', 'null', 'x']) {
    const answer = await first.get(page, {
      method: 'POST',
      headers: { ...headers, origin },
      body: 'a=b',
    });
    expect(answer.status).toBe(400);
    // In our own words: what React Router says instead is logged as a failure.
    expect(await answer.text()).toBe('A page takes forms of this site alone.');
  }

  // The content type says form, the bytes say otherwise.
  for (const body of [
    'x',
    '--b\r\n\r\nx',
    '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\nx',
  ]) {
    expect(await send('POST', 'multipart/form-data; boundary=b', body), body).toBe(400);
  }
  expect(await send('POST', 'application/x-www-form-urlencoded-too', 'some=thing')).toBe(415);
});

it('a page without a form refuses one and says so, and an address without a page answers a form with 404', async () => {
  const send = async (page: string) => {
    const init = { method: 'POST', body: new URLSearchParams({ some: 'thing' }) };
    const answer = await first.get(page, init);
    const [, heading] = (await answer.text()).match(/<h1>(.*?)<\/h1>/) ?? [];
    return [answer.status, heading?.replace(/<[^>]+>/g, '')];
  };
  // Not that it was our fault and has been recorded.
  expect(await send('/about')).toEqual([405, 'This page does not accept forms']);
  expect(await send('/nothing-is-here')).toEqual([404, '404 Oops! Page not found']);
});

it('somebody who sends a form too often is told when to come back', async () => {
  const send = () => {
    const body = new URLSearchParams({ email: `${crypto.randomUUID()}@people.example` });
    return first.get('/resources', { method: 'POST', headers: { origin: siteUrl }, body });
  };
  let answer = await send();
  for (let sent = 1; sent < 20 && answer.status !== 429; sent += 1) answer = await send();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
});
