import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller } from '#database/database.ts';
import { roundsOf } from '#test/support/rounds.ts';
import { openTestApi } from '#test/support/test-api.ts';
import {
  expected,
  fixture,
  type Item,
  names,
  selections,
  selectText,
  tables,
  wordAt,
} from './fixture/our-names.ts';
import { createRest } from './rest.ts';

const { database, asAdmin } = await openTestApi();
await asAdmin((client) => client.query(fixture));
const rest = createRest({ database, reportBug: (error) => expect.unreachable(String(error)) });
const person: Caller = { role: 'authenticated', claims: { role: 'authenticated' } };

async function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
) {
  const request = new Request(`http://site.test/rest/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const response = await rest(request, person);
  const text = await response.text();
  return {
    status: response.status,
    total: response.headers.get('content-range')?.split('/')[1],
    text,
  };
}

const table = fc.constantFrom(...tables);
const name = fc.constantFrom(...names);
const runs = { numRuns: roundsOf({ usual: 50, all: 150 }), seed: 19 };
const plain = (text: string) => encodeURIComponent(`"${text.replaceAll(/["\\]/g, '\\$&')}"`);

describe('a name that our statements also use means what the caller names so', {
  timeout: 300_000,
}, () => {
  it('when rows are read', async () => {
    const question = fc.record({ table, filter: name, items: selections, isObject: fc.boolean() });
    const property = fc.asyncProperty(question, async ({ table, filter, items, isObject }) => {
      const select = encodeURIComponent(selectText(table, items));
      const value = encodeURIComponent(wordAt(table, filter, 2));
      const path = `${table}?select=${select}&${plain(filter)}=eq.${value}&order=${plain(filter)}.desc&limit=5`;
      const accept = isObject ? 'application/vnd.pgrst.object+json' : 'application/json';
      const answer = await ask('GET', path, { accept, prefer: 'count=exact' });
      expect(answer).toMatchObject({ status: 200, total: '1' });
      const row = expected(table, 2, items);
      expect(JSON.parse(answer.text)).toEqual(isObject ? row : [row]);
    });
    await fc.assert(property, runs);
  });

  it('when rows are read as CSV', async () => {
    const columns = fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 4 });
    const property = fc.asyncProperty(table, columns, async (table, list) => {
      const items = list.map(([label, name]): Item => ({ kind: 'column', label, name }));
      const path = `${table}?select=${encodeURIComponent(selectText(table, items))}&id=eq.1`;
      const { status, text } = await ask('GET', path, { accept: 'text/csv' });
      const cell = (text: string) =>
        text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
      const lines = [
        list.map(([label]) => cell(label)),
        list.map(([, name]) => cell(wordAt(table, name, 1))),
      ];
      expect({ status, text }).toEqual({ status: 200, text: lines.join('\n') });
    });
    await fc.assert(property, runs);
  });

  it('when rows are changed', async () => {
    const change = fc.record({
      table,
      keys: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
      items: selections,
      way: fc.constantFrom('PATCH', 'POST', 'upsert', 'default'),
    });
    const property = fc.asyncProperty(change, async ({ table, keys, items, way }) => {
      // The values do not change, so that tests do not disturb each other.
      const row = Object.fromEntries(keys.map((key) => [key, wordAt(table, key, 2)]));
      const method = way === 'PATCH' ? 'PATCH' : 'POST';
      const prefer = ['return=representation'];
      if (way === 'POST') prefer.push('resolution=ignore-duplicates');
      else if (method === 'POST') prefer.push('resolution=merge-duplicates');
      if (way === 'default') prefer.push('missing=default');
      const body = method === 'PATCH' ? row : [{ id: 2, next: 2, ...row }];
      const filter =
        method === 'PATCH'
          ? `&${plain(names[0] ?? '')}=eq.${wordAt(table, names[0] ?? '', 2)}`
          : '';
      const select = encodeURIComponent(selectText(table, items));
      const answer = await ask(
        method,
        `${table}?select=${select}${filter}`,
        { prefer: prefer.join() },
        body,
      );
      expect(answer.status).toBe(way === 'POST' ? 201 : 200);
      expect(JSON.parse(answer.text)).toEqual(way === 'POST' ? [] : [expected(table, 2, items)]);
    });
    await fc.assert(property, runs);
  });

  it('when functions are called', async () => {
    const given = fc.uniqueArray(name, { maxLength: 4 });
    const property = fc.asyncProperty(given, selections, async (keys, items) => {
      const args = Object.fromEntries(keys.map((key) => [key, `of ${key}`]));
      const values = names.map((name) => args[name] ?? '-');
      // In a URL, a name with a dot would be a filter.
      if (keys.every((key) => !key.includes('.'))) {
        const byUrl = await ask('GET', `rpc/called?${new URLSearchParams(args)}`);
        expect(JSON.parse(byUrl.text)).toEqual(values);
      }
      const byBody = await ask('POST', 'rpc/called', {}, args);
      expect(JSON.parse(byBody.text)).toEqual(values);
      const select = `select=${encodeURIComponent(selectText('r', items))}&order=id`;
      const rows = await ask('POST', `rpc/found?${select}`, { prefer: 'count=exact' }, args);
      expect(rows).toMatchObject({ status: 200, total: '2' });
      expect(JSON.parse(rows.text)).toEqual([1, 2].map((id) => expected('r', id, items)));
    });
    await fc.assert(property, runs);
    const { text } = await ask('POST', 'rpc/changed', {}, { p: 'x' });
    const row = Object.fromEntries(names.map((name) => [name, `x${name}`]));
    expect(JSON.parse(text)).toEqual([row, row]);
  });
});
