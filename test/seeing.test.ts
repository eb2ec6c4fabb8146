import { openSync, readFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, describe, expect, inject, it } from 'vitest';
import WebSocket from 'ws';
import { createLogger } from '#server/logger.ts';
import { openLogOutput } from '#server/telemetry/log-output.ts';
import { takeConsole } from '#server/telemetry/take-console.ts';
import { openCollector } from '#test/support/collector.ts';
import { makeDataDir } from '#test/support/engine.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { startTestServer } from '#test/support/start-test-server.ts';
import { testKeys } from '#test/support/test-keys.ts';

const collector = await openCollector();
const file = join(makeDataDir('site-log-'), 'log');
const output = openLogOutput(openSync(file, 'a'));
const site = await startTestServer(
  inject('engine'),
  {
    LOG_LEVEL: 'debug',
    METRICS_PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=the%20key',
    AUTH_LIMIT_TOKENS: '40/300',
  },
  { output },
);
const { actors } = site;
const giveBack = takeConsole(createLogger('debug', output));
const staffActor = createStaffActors(site);
afterAll(async () => {
  giveBack();
  await site.stop();
  collector.close();
});

type Line = Record<string, unknown> & { route?: string; event?: string; status?: number };

async function lines(): Promise<Line[]> {
  await output.written();
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/**
 * The line of a request is written when its response has been sent, a moment after the client has
 * read it.
 */
async function lineOf(response: Response): Promise<Line> {
  const request = response.headers.get('x-request-id');
  await expect
    .poll(async () => (await lines()).some((line) => line.request === request))
    .toBe(true);
  return (await lines()).find((line) => line.request === request && line.method) ?? {};
}

async function eventOf(response: Response): Promise<Line | undefined> {
  await lineOf(response);
  const request = response.headers.get('x-request-id');
  return (await lines()).find((line) => line.request === request && line.event);
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { headers });
const post = (
  path: string,
  body: object,
  headers: Record<string, string> = actors.anonymous.headers,
) => fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
const figures = async () => (await fetch(site.metricsUrl)).text();

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

/** A different one in each part of a request, so that a leak says where it came from. */
const secretIn = (place: string) => `sEcret-${place}-${'7'.repeat(12)}`;

describe('nothing that a client sent', () => {
  const places: string[] = [];
  const secret = (place: string) => {
    places.push(secretIn(place));
    return secretIn(place);
  };

  it('appears in the log, in the metrics, or in a trace', async () => {
    const person = await actors.signedIn(`${secret('mailbox')}@people.example`);
    const headers = {
      ...person.headers,
      cookie: `session=${secret('cookie')}`,
      referer: `http://x.test/${secret('referer')}`,
      'user-agent': secret('agent'),
      'x-forwarded-for': secret('forwarded'),
      'x-request-id': secret('request-id'),
      'x-client-address': secret('client-address'),
      traceparent: secret('traceparent'),
      prefer: secret('prefer'),
      'x-supabase-api-version': secret('version'),
    };
    const path = secret('path');
    const query = secret('query');
    for (const address of [
      `/${path}`,
      `/job/${path}?q=${query}`,
      `/jobs?q=${query}&city=${query}`,
      `/jobs/in/${path}`,
      `/verify/${path}`,
      `/share/${path}.png`,
      `/credentials/${path}.json`,
      `/about?preview=${query}`,
      `/newsletter/confirm?token=${query}`,
      `/dev/outbox?to=${query}`,
      `/rest/v1/${path}?select=${query}`,
      `/rest/v1/jobs?title=eq.${query}&${query}=eq.1`,
      `/rest/v1/jobs?id=eq.${query}`,
      `/rest/v1/rpc/${path}?a=${query}`,
      `/functions/v1/${path}?a=${query}`,
      `/auth/v1/verify?token=${query}&type=signup`,
      `/auth/v1/${path}`,
      `/auth/v1/callback?code=${query}&state=${query}`,
      `/storage/v1/object/${path}/${path}.pdf?token=${query}`,
      `/storage/v1/object/sign/resumes/${path}?token=${query}`,
      `/${path}/%00%ff?${query}`,
    ]) {
      await get(address, headers);
      await get(address, { ...headers, authorization: `Bearer ${secret('bearer')}` });
      await get(address, { ...headers, apikey: secret('apikey') });
      const body = {
        email: `${secret('email')}@x.test`,
        password: secret('password'),
        [secret('name')]: secret('value'),
      };
      await post(address, body, headers);
      await fetch(site.url + address, { method: 'PUT', headers, body: `{"${secret('broken')}": ` });
    }
    await post('/auth/v1/signup', {
      email: `${secret('new')}@x.test`,
      password: secret('new-password'),
      data: { full_name: secret('full-name') },
    });
    await post('/auth/v1/token?grant_type=refresh_token', { refresh_token: secret('refresh') });
    await post('/auth/v1/factors/x/verify', { code: secret('code') }, headers);
    await post(
      '/functions/v1/stripe-webhook',
      { id: secret('event') },
      { ...headers, 'stripe-signature': secret('signature') },
    );
    await post(
      '/rest/v1/jobs',
      { id: secret('uuid'), title: secret('title') },
      { ...actors.staff.headers, 'content-type': 'application/json' },
    );
    await post('/rest/v1/rpc/own_work', { [secret('argument')]: 1 }, headers);
    await fetch(`${site.url}/views`, { method: 'POST', body: secret('view') });
    for (const key of [secret('socket-key'), testKeys.publishableKey])
      await openSocket(key, secret('token-in-socket'));
    await throughLine(
      `GET /${secret('raw')} HTTP/1.1\r\nhost: ${secret('host')}\r\n${secret('header')}: 1\r\nconnection: close\r\n\r\n`,
    );
    await throughLine(`${secret('method')} / HTTP/1.1\r\nhost: x\r\n\r\n`);

    await site.settle();
    const said = [
      readFileSync(file, 'utf8'),
      await figures(),
      JSON.stringify(collector.spans),
    ].join('\n');
    expect(places.filter((place) => said.includes(place))).toEqual([]);
    for (const known of [
      testKeys.secretKey,
      testKeys.publishableKey,
      person.headers.authorization ?? '',
      '127.0.0.1',
    ])
      expect(said.includes(known)).toBe(false);
    expect(said).not.toMatch(/sEcret/i);
    // Proof that there was something to search.
    expect(said.length).toBeGreaterThan(20_000);
  });
});

describe('metrics', () => {
  it('get no new names from many unknown addresses', async () => {
    const before = (await figures()).match(/^site_/gm)?.length ?? 0;
    await manyAddresses(300);
    const text = await figures();
    const after = text.match(/^site_/gm)?.length ?? 0;
    // At most a few routes are new: the pattern for each kind of address.
    expect(after - before).toBeLessThan(100);
    expect(text).toMatch(/^site_http_requests_total\{route="\/\*",status="4xx"\} \d{3,}$/m);
  });

  it('are served only on their own port', async () => {
    expect((await get('/metrics')).status).toBe(404);
    expect((await fetch(site.metricsUrl.replace('/metrics', '/'))).status).toBe(404);
    expect((await fetch(site.metricsUrl, { method: 'POST' })).status).toBe(405);
  });

  it('cover the queue, mails, the pool, pages and the process', async () => {
    const text = await figures();
    for (const shape of [
      /^site_database_up 1$/m,
      /^site_queue_tasks\{lane="urgent",state="ready"\} \d+$/m,
      /^site_queue_age_seconds\{lane="background"\} [\d.]+$/m,
      /^site_mails_total\{lane="\w+",outcome="sent"\} [1-9]\d*$/m,
      /^site_webhooks_total\{status="4xx"\} [1-9]\d*$/m,
      /^site_database_connections\{state="idle"\} \d+$/m,
      /^site_database_round_trips_total\{role="anon",outcome="answered"\} [1-9]\d*$/m,
      /^site_pages_in_memory\{kind="kept"\} [1-9]\d*$/m,
      /^site_memory_bytes\{kind="rss"\} [1-9]\d{6,}$/m,
      /^site_event_loop_delay_seconds\{quantile="0.99"\} [\d.e-]+$/m,
      /^site_security_events_total\{event="refused"\} [1-9]\d*$/m,
      /^site_sockets 0$/m,
    ])
      expect(text).toMatch(shape);
  });
});

it('a trace goes from the request to its queries, and contains no values', async () => {
  const response = await get(`/job/${crypto.randomUUID()}`);
  await lineOf(response);
  await site.settle();
  const trace = response.headers.get('x-request-id')?.replaceAll('-', '');
  const [whole, ...steps] = collector.spans.filter(({ traceId }) => traceId === trace);
  expect(whole).toMatchObject({ name: 'GET /job/:id', kind: 2 });
  expect(whole?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: 404 },
  });
  expect(steps.length).toBeGreaterThan(0);
  for (const step of steps) {
    expect(step).toMatchObject({ kind: 3, parentSpanId: whole?.spanId });
    expect(BigInt(step.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(step.startTimeUnixNano));
    expect(step.attributes.map(({ key }) => key)).toEqual([
      'db.system.name',
      'db.operation.batch.size',
    ]);
  }
  expect(collector.asked[0]).toMatchObject({
    url: '/v1/traces',
    headers: { 'x-collector-key': 'the key' },
  });
});

async function openSocket(key: string, token: string) {
  const address = `${site.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`;
  const socket = new WebSocket(address, { headers: { cookie: token } });
  const over = new Promise<void>((resolve) => {
    socket.on('close', () => resolve()).on('error', () => resolve());
    socket.on('message', () => socket.close());
  });
  socket.on('open', () =>
    socket.send(
      JSON.stringify({
        topic: `realtime:${token}`,
        event: 'phx_join',
        ref: '1',
        payload: { access_token: token, config: { private: true } },
      }),
    ),
  );
  await over;
}

/** What no HTTP client would send. */
async function throughLine(words: string) {
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.end(words);
  await textOf(socket).catch(() => '');
}

async function manyAddresses(count: number) {
  const kinds = [
    '/',
    '/job/',
    '/auth/v1/',
    '/rest/v1/',
    '/functions/v1/',
    '/storage/v1/',
    '/company/',
  ];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const place = next;
      next += 1;
      const kind = kinds[place % 20 === 0 ? 1 + ((place / 20) % 6) : 0];
      const response = await get(`${kind}${crypto.randomUUID()}`);
      await response.body?.cancel();
    }
  };
  await Promise.all(Array.from({ length: 20 }, worker));
}
