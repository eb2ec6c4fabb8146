import { expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { createLogger } from '../logger.ts';
import { createAnswerCounts, keepAnswerTimes } from './answer-times.ts';

const { asAdmin, database } = await openTestApi();

it('what could not be written down is added to the next', async () => {
  const counts = createAnswerCounts();
  const count = counts.of('/kept');
  const away = keepAnswerTimes({
    database: { ...database, asService: { ...database.asService, query: () => Promise.reject() } },
    counts,
    logger: createLogger('silent'),
  });
  count(200, 20);
  count(500, 1_500);
  await away.stop();
  count(200, 30);
  await keepAnswerTimes({ database, counts, logger: createLogger('silent') }).stop();
  await asAdmin(async (client) => {
    const { rows } = await client.query(
      `select sum(answers)::int as answers, sum(slow)::int as slow, sum(failed)::int as failed,
        sum(milliseconds)::int as milliseconds from staff.answer_times where route = '/kept'`,
    );
    expect(rows).toEqual([{ answers: 3, slow: 1, failed: 1, milliseconds: 1_550 }]);
  });
  expect(counts.take()).toEqual([]);
});
