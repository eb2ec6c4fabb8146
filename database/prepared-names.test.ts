import { expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { openDatabase } from './database.ts';
import { preparedLimits } from './prepared-names.ts';
import type { Statement } from './statement.ts';

const { login } = await openTestApi();

/** One connection, so that its prepared statements can be inspected. */
async function onOneConnection(work: (one: ReturnType<typeof openDatabase>) => Promise<void>) {
  const one = openDatabase(login, 1);
  try {
    await work(one);
  } finally {
    await one.close();
  }
}

const backend = async (one: ReturnType<typeof openDatabase>) =>
  (await one.asService.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })).rows[0]
    ?.pid;

async function prepared(one: ReturnType<typeof openDatabase>) {
  const { rows } = await one.asService.query<{ name: string }>({
    text: 'select name from pg_prepared_statements',
  });
  return rows.map(({ name }) => name).sort();
}

const numbered = (number: number): Statement => ({
  name: `number ${number}`,
  text: `select ${number} as number`,
});

it('a connection keeps the most recently used statements, and its own', () =>
  onOneConnection(async (one) => {
    await one.asService.transaction(async (session) => session.query(numbered(0)));
    const failing = one.asService.transaction(async (session) => {
      await session.query(numbered(0));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    for (let number = 0; number < 3 * preparedLimits.statements; number += 1) {
      await one.asService.query(numbered(number));
      // Used again and again, so it stays.
      await one.asService.query(numbered(0));
    }
    const names = await prepared(one);
    expect(names).toEqual(expect.arrayContaining(['become', 'begin', 'commit', 'rollback']));
    expect(names).toContain('number 0');
    expect(names).toContain(`number ${3 * preparedLimits.statements - 1}`);
    expect(names).not.toContain('number 1');
    expect(names).toHaveLength(preparedLimits.statements + 4);
    // An evicted statement works again.
    expect((await one.asService.query(numbered(1))).rows).toEqual([{ number: 1 }]);
  }));

it('statements that fail when they run are evicted as well', () =>
  onOneConnection(async (one) => {
    for (let number = 0; number < 2 * preparedLimits.statements; number += 1) {
      const failing = {
        name: `failing ${number}`,
        text: `select ${number} / $1::int`,
        values: [0],
      };
      await expect(one.asService.query(failing)).rejects.toMatchObject({ code: '22012' });
      await expect(
        one.asService.transaction((session) =>
          session.query({ ...failing, name: `inside ${number}` }),
        ),
      ).rejects.toMatchObject({ code: '22012' });
    }
    expect((await prepared(one)).length).toBeLessThanOrEqual(preparedLimits.statements + 4);
    const mended = { name: 'failing 0', text: 'select 0 / $1::int as number', values: [1] };
    expect((await one.asService.query(mended)).rows).toEqual([{ number: 0 }]);
  }));

it('a few long statements take the room of many short ones', () =>
  onOneConnection(async (one) => {
    const length = preparedLimits.characters / 5;
    for (let number = 0; number < 20; number += 1) {
      await one.asService.query({
        name: `long ${number}`,
        text: `select ${number}${' '.repeat(length)}`,
      });
    }
    const long = (await prepared(one)).filter((name) => name.startsWith('long'));
    expect(long.length).toBeLessThanOrEqual(5);
    expect(long).toContain('long 19');
  }));

it('a connection that has sent a lot is replaced, between two queries', () =>
  onOneConnection(async (one) => {
    const first = await backend(one);
    expect(await backend(one)).toBe(first);
    const text = `select 1${' '.repeat(preparedLimits.sent / 2)}`;
    await one.asService.transaction(async (session) => {
      for (let turn = 0; turn < 3; turn += 1) await session.query({ text });
      const { rows } = await session.query({ text: 'select pg_backend_pid() as pid' });
      expect(rows).toEqual([{ pid: first }]);
    });
    expect(await backend(one)).not.toBe(first);
  }));
