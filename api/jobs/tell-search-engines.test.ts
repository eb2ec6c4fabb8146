import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createIndexNow, keyFileOf } from '#server/outside/index-now.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';
import type { Work } from '../subject.ts';
import { tellSearchEngines } from './tell-search-engines.ts';

const { actors, asAdmin, database } = await openTestApi();
const poster = await actors.signedIn();

type Told = { host: string; key: string; urlList: string[] };
const told: Told[] = [];
let status = 200;
/** The part of the IndexNow service that is used. */
const service = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  told.push(JSON.parse(Buffer.concat(chunks).toString()));
  response.writeHead(status).end('{"message":"x"}');
});
await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
afterAll(() => service.close());

const key = '3f1c9a7e52d84b06';
const siteUrl = 'https://site.example';
const { port } = service.address() as AddressInfo;
const indexNow = createIndexNow({ key, siteUrl, endpoint: `http://127.0.0.1:${port}/indexnow` });

const tell = () => tellSearchEngines({ database, indexNow } as Work);
const sql = (text: string, values: unknown[] = []) =>
  asAdmin((client) => client.query(text, values));
const launch = (state: string) =>
  sql('select staff.write_launch_points($1, true)', [
    JSON.stringify([{ name: 'address', state, found: '' }]),
  ]);
const addressOf = (id: string) => `${siteUrl}/job/${id}`;
const lists = () => told.map(({ urlList }) => urlList);
const board = `${siteUrl}/jobs`;

/** Bypasses the triggers, as if it had been written a minute ago: newer changes wait for the next run. */
const change = (id: string, what: string) =>
  sql(
    `begin; set local session_replication_role = replica;
      update public.jobs set updated_at = now() - interval '1 minute', ${what} where id = '${id}'; commit`,
  );

async function post(what = '') {
  const [id = ''] = await storeJobs(database, [jobRow(poster.id)]);
  await change(id, what || 'title = title');
  return id;
}

beforeEach(async () => {
  told.length = 0;
  status = 200;
  await sql(`begin; set local session_replication_role = replica; delete from public.jobs;
    delete from public.removed_jobs; commit`);
  await launch('good');
  await sql(`update private.index_now set told_until = now() - interval '10 minutes'`);
});

describe('what search engines are told', () => {
  it('includes each new posting, with the board, once', async () => {
    const id = await post();
    await tell();
    expect(told).toEqual([{ host: 'site.example', key, urlList: [addressOf(id), board] }]);
    await tell();
    expect(told).toHaveLength(1);
    expect(keyFileOf(key)).toBe(`/${key}.txt`);
  });

  it('also includes what was changed, closed, ended or removed, and not what is still being written', async () => {
    const [ended, closed] = [
      await post(`published_at = now() - interval '60 days' - interval '2 minutes',
        created_at = now() - interval '61 days'`),
      await post('is_active = false, closed_at = now()'),
    ];
    // It was reported long ago, and has expired since.
    await sql(`begin; set local session_replication_role = replica;
      update public.jobs set updated_at = now() - interval '50 days' where id = '${ended}'; commit`);
    const removed = await post();
    await sql('delete from public.jobs where id = $1', [removed]);
    await sql(`update public.removed_jobs set removed_at = now() - interval '30 seconds'`);
    const [young = ''] = await storeJobs(database, [jobRow(poster.id)]);
    await tell();
    expect(lists()).toEqual([[ended, closed, removed].map(addressOf).concat(board)]);
    await change(young, 'title = title');
    await sql(`update public.jobs set title = 'Another' where id = $1`, [closed]);
    await tell();
    expect(lists()[1] ?? []).not.toContain(addressOf(closed));
  });

  it('includes nothing that staff held back, and the end of what they hid', async () => {
    const held = await post('hidden_at = created_at');
    const hidden = await post(`created_at = now() - interval '1 day', hidden_at = now()`);
    await tell();
    expect(lists()).toEqual([[addressOf(hidden), board]]);
    expect(held).not.toBe(hidden);
  });

  it('waits until the site may be indexed', async () => {
    const id = await post();
    await launch('red');
    await tell();
    expect(told).toEqual([]);
    await launch('good');
    await tell();
    expect(lists()).toEqual([[addressOf(id), board]]);
  });

  it('is repeated if nobody accepted it, and if the process died before recording it', async () => {
    const id = await post();
    status = 503;
    await expect(tell()).rejects.toThrow('IndexNow answered 503');
    status = 202;
    const dying = {
      asService: {
        query: async (statement: { text: string }) => {
          if (statement.text.startsWith('update')) throw new Error('killed');
          return database.asService.query(statement);
        },
      },
    };
    await expect(
      tellSearchEngines({ database: dying, indexNow } as unknown as Work),
    ).rejects.toThrow('killed');
    await tell();
    await tell();
    expect(lists()).toEqual(Array(3).fill([addressOf(id), board]));
  });

  it('is sent in batches, and none is lost of many written at the same moment', async () => {
    await sql(`begin; set local session_replication_role = replica;
      insert into public.removed_jobs (id, removed_at)
        select gen_random_uuid(), now() - interval '1 minute' from generate_series(1, 12000);
      commit`);
    await tell();
    await tell();
    await tell();
    expect(lists().map((list) => list.length)).toEqual([10_000, 2_002]);
    expect(new Set(lists().flat()).size).toBe(12_001);
  });

  it('is nothing without a key', async () => {
    await post();
    await tellSearchEngines({ database } as Work);
    expect(told).toEqual([]);
  });
});
