import { request as ask } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createStaffActors } from '#test/support/staff.ts';
import { openWatchedSite } from '#test/support/watched-site.ts';

const { site, lines, lineOf, eventOf, get, post } = await openWatchedSite();
const { actors } = site;
const staffActor = createStaffActors(site);

describe('a log line', () => {
  it('says of a page from memory what, how long and how much, and not who', async () => {
    await (await get('/about')).text();
    const line = await lineOf(
      await get('/about?utm_source=letter', { 'user-agent': 'Somebody/1' }),
    );
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      request: expect.stringMatching(/^[\da-f-]{36}$/),
      method: 'GET',
      route: '/about',
      status: 200,
      role: 'anon',
      ms: expect.any(Number),
      bytes: expect.any(Number),
    });
    expect(line.bytes).toBeGreaterThan(1_000);
  });

  it('names the route pattern, and how many queries the database got', async () => {
    const id = crypto.randomUUID();
    const line = await lineOf(await get(`/job/${id}?q=words`));
    expect(line).toMatchObject({ route: '/job/:id', status: 404, role: 'anon' });
    expect(line.statements).toBeGreaterThan(0);
  });

  it.each([
    ['/nothing/here', '/*'],
    ['/jobs/in/north-carolina', '/jobs/in/:state'],
    ['/favicon.svg', '(file)'],
    ['/dev/outbox', '/dev/outbox'],
    ['/auth/v1/.well-known/jwks.json', '(file)'],
  ])('of %s names %s', async (path, route) => {
    expect(await lineOf(await get(path))).toMatchObject({ route });
  });

  it('of a successful health check appears only at debug level: a proxy checks twice a second', async () => {
    for (const path of ['/livez', '/healthz', '/readyz']) {
      expect(await lineOf(await get(path))).toMatchObject({ route: path, level: 20 });
    }
    expect(await lineOf(await get('/about'))).toMatchObject({ level: 30 });
  });

  it('of the API names table, function, call and role', async () => {
    const person = await actors.signedIn();
    const read = await get('/rest/v1/jobs?select=id&limit=1', person.headers);
    expect(await lineOf(read)).toMatchObject({ route: '/rest/v1/jobs', role: 'authenticated' });
    const called = await post('/functions/v1/check-subscription', {}, person.headers);
    expect(await lineOf(called)).toMatchObject({ route: '/functions/v1/check-subscription' });
    const sent = await post('/auth/v1/token?grant_type=password', {
      email: 'a@b.test',
      password: 'x',
    });
    expect(await lineOf(sent)).toMatchObject({
      route: '/auth/v1/token',
      code: 'invalid_credentials',
    });
    const strange = await get('/rest/v1/no_such_table', person.headers);
    expect(await lineOf(strange)).toMatchObject({ route: '/rest/v1/*', status: 404 });
    const unknown = await post('/functions/v1/no-such-function', {}, person.headers);
    expect(await lineOf(unknown)).toMatchObject({ route: '/functions/v1/:name', status: 404 });
    expect(await eventOf(unknown)).toBeUndefined();
  });

  it('says when a client left before its response', async () => {
    const before = (await lines()).length;
    const request = ask(`${site.url}/rest/v1/jobs`, {
      method: 'POST',
      headers: { 'content-length': 100, expect: '100-continue' },
    });
    request.on('error', () => {});
    request.flushHeaders();
    await new Promise((resolve) => request.once('continue', resolve));
    request.destroy();
    const left = async () => (await lines()).slice(before).find((line) => line.left === true);
    await expect.poll(left).toMatchObject({ method: 'POST', route: 'none', status: 0 });
  });
});

describe('a security event', () => {
  it('is a denied permission', async () => {
    const person = await actors.signedIn();
    const refused = await get('/rest/v1/app_settings', person.headers);
    const { status } = refused;
    const denied =
      status === 403 ? refused : await get('/rest/v1/jobs?select=id', { apikey: 'wrong-key' });
    expect(await eventOf(denied)).toMatchObject({
      level: 40,
      event: 'refused',
      status: denied.status,
    });
  });

  it('is a request for what only staff may see, which is answered as not found', async () => {
    const person = await actors.signedIn();
    const hidden = await post('/functions/v1/staff-list-people', {}, person.headers);
    expect(hidden.status).toBe(404);
    expect(await eventOf(hidden)).toMatchObject({
      event: 'refused',
      route: '/functions/v1/staff-list-people',
    });
  });

  it('is an act of staff, with who did it', async () => {
    const ada = await staffActor('staff');
    const person = await actors.signedIn();
    const done = await post('/functions/v1/staff-look-person', { person: person.id }, ada.headers);
    expect(done.status).toBe(200);
    expect(await eventOf(done)).toMatchObject({
      level: 30,
      event: 'staff act',
      act: 'look-person',
      actor: ada.id,
    });
  });

  it('is a failed sign-in, and a rate limit that was hit, by the same client', async () => {
    const failed = await post('/auth/v1/token?grant_type=password', {
      email: 'a@b.test',
      password: 'x',
    });
    const one = await eventOf(failed);
    expect(one).toMatchObject({ event: 'sign-in failed', code: 'invalid_credentials' });
    let last = failed;
    for (let count = 0; count < 60 && last.status !== 429; count += 1) {
      last = await post('/auth/v1/token?grant_type=password', {
        email: `${count}@b.test`,
        password: 'x',
      });
    }
    const limited = await eventOf(last);
    expect(limited).toMatchObject({ event: 'limit', status: 429, route: '/auth/v1/token' });
    expect(limited?.limit).toMatch(/^\w+$/);
    expect(limited?.client).toBe(one?.client);
    expect(one?.client).toMatch(/^[\da-f]{8}$/);
  });

  it('is a body that is too large, which is never read', async () => {
    const large = await post('/rest/v1/jobs', { words: 'x'.repeat(1_100_000) });
    expect(large.status).toBe(413);
    await expect
      .poll(async () =>
        (await lines()).find(({ code, event }) => event && code === 'payload_too_large'),
      )
      .toMatchObject({ event: 'limit', route: 'none' });
  });
});
