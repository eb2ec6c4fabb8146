import { afterAll, describe, expect, inject, it } from 'vitest';
import { cloneDatabase } from '#test/support/engine.ts';
import { openLine } from '#test/support/line-between.ts';
import { openDatabase } from '../database.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';

const clone = await cloneDatabase(inject('engine'));
afterAll(() => clone.drop());

const visitor = { role: 'anon', claims: {} } as const;
const one = { text: 'select 1 as one' };

// Concurrent, because each waits seconds until the silence counts.
describe.concurrent('a database that is connected and silent', () => {
  it.each([
    ['a statement', (database: Base) => database.askAs(visitor, one)],
    [
      'a transaction',
      (database: Base) => database.asCaller(visitor, (session) => session.query(one)),
    ],
    ['listening', (database: Base) => database.listen('news', () => {})],
  ] as const)('%s ends as unavailable, and the site can stop', async (_, ask) => {
    const line = await openLine(clone.login);
    const database = openDatabase(line.login, 2);
    try {
      await database.listen('others', () => {});
      await database.askAs(visitor, one);
      line.silence();
      await expect(ask(database)).rejects.toBeInstanceOf(DatabaseUnavailable);
      await database.close();
    } finally {
      await line.cut();
    }
  });

  it('is closed in the middle of an exchange', async () => {
    const line = await openLine(clone.login);
    const database = openDatabase(line.login, 2);
    try {
      await database.asService.query(one);
      const isAsked = line.silence();
      const asked = database.asService.query(one);
      const failed = expect(asked).rejects.toBeInstanceOf(DatabaseUnavailable);
      await isAsked;
      await database.close();
      await failed;
    } finally {
      await line.cut();
    }
  });
});

type Base = ReturnType<typeof openDatabase>;
