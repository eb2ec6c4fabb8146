import { expect, it } from 'vitest';
import { noPages } from '#test/support/no-pages.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { storedAsset } from './files/stored-files.ts';
import { createLogger } from './logger.ts';
import { findReleasedFile, keepReleasedFiles } from './released-files.ts';
import { createServer } from './server.ts';
import { readConfig } from './settings/config.ts';

const { database } = await openTestApi();

/** A process of a release that has these files, as it starts. */
async function release(...names: string[]) {
  const files = new Map(
    names.map((name) => {
      const path = `/assets/${name}.js`;
      return [path, storedAsset(path, Buffer.from(`export const name = '${name}';`))] as const;
    }),
  );
  await keepReleasedFiles(database, files);
  const { handle } = await createServer({
    config: readConfig({ LOG_LEVEL: 'silent' }),
    keys: testKeys,
    database,
    logger: createLogger('silent'),
    build: async () => noPages,
    files,
  });
  return (name: string, init?: RequestInit) =>
    handle(new Request(`http://127.0.0.1:3000/assets/${name}.js`, init), '127.0.0.1');
}

const daysPass = (days: number) =>
  database.asService.query({
    text: 'update private.released_files set left_at = left_at - make_interval(days => $1)',
    values: [days],
  });

it('a page of one release gets its files from a process of the other, earlier or later', async () => {
  const before = await release('every-page-1', 'form-1');
  const after = await release('every-page-1', 'form-2');
  for (const [ask, name] of [
    [before, 'form-2'],
    [after, 'form-1'],
  ] as const) {
    const answer = await ask(name);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await answer.text()).toBe(`export const name = '${name}';`);
    const again = { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } };
    expect((await ask(name, again)).status).toBe(304);
    const head = await ask(name, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  }
});

it('a file is kept for thirty days after the last release that had it', async () => {
  await release('lasting', 'passing');
  await daysPass(31);
  await release('lasting', 'next');
  await daysPass(29);
  const ask = await release('lasting', 'next');
  expect((await ask('passing')).status).toBe(200);
  await daysPass(2);
  await release('lasting', 'next');
  expect(await findReleasedFile(database, '/assets/passing.js')).toBeUndefined();
  expect((await (await release('other'))('lasting')).status).toBe(200);
});

it('processes that start at the same moment do not block each other', async () => {
  await Promise.all([1, 2, 3, 4].map((number) => release('same', `own-${number}`)));
  const ask = await release('same');
  for (const number of [1, 2, 3, 4]) expect((await ask(`own-${number}`)).status).toBe(200);
});
