import { expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { createAnswerCounts, keepAnswerTimes } from './answer-times.ts';

const { asAdmin, database } = await openTestApi();
const route = '/functions/v1/of-this-test';
const logger = { warn() {} };

it('adds up the counts of several processes, exactly once, also at the end and after the database was away', async () => {
  let isAway = true;
  const asService = {
    ...database.asService,
    query: (...words: Parameters<typeof database.asService.query>) =>
      isAway ? Promise.reject(new Error('away')) : database.asService.query(...words),
  } as typeof database.asService;
  const keepers = [1, 2].map(() => {
    const counts = createAnswerCounts();
    const count = counts.of(route);
    count(200, 10);
    count(200, 1_500.4);
    return { count, keeper: keepAnswerTimes({ database: { asService }, counts, logger }) };
  });
  await Promise.all(keepers.map(({ keeper }) => keeper.write()));
  isAway = false;
  for (const { count } of keepers) {
    count(500, 1);
    count(503, 1);
  }
  await Promise.all(keepers.map(({ keeper }) => keeper.stop()));
  await Promise.all(keepers.map(({ keeper }) => keeper.write()));
  await asAdmin(async (client) => {
    const { rows } = await client.query(
      `select sum(answers)::int as answers, sum(slow)::int as slow, sum(failed)::int as failed,
        sum(milliseconds)::int as milliseconds from staff.answer_times where route = $1`,
      [route],
    );
    // A 503 under overload is a postponed answer, not a failure.
    expect(rows).toEqual([{ answers: 8, slow: 4, failed: 2, milliseconds: 3024 }]);
  });
});
