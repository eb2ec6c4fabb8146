import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { testKeys } from '#test/support/test-keys.ts';
import { openWatchedSite } from '#test/support/watched-site.ts';

const { site, collector, file, lineOf, get, post, figures } = await openWatchedSite();
const { actors } = site;

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
