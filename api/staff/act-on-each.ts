import type { Transaction } from '#database/database.ts';
import type { BulkAnswer } from '#domain/staff/jobs.ts';
import { refusalOfAct } from './refusals.ts';

/**
 * Acts on many rows in one transaction, each as a separate act with its own log entry: refused ones are rolled back
 * individually and reported, and a process that dies halfway has done nothing.
 */
export async function actOnEach<Row extends { id: string }>(
  session: Transaction,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<BulkAnswer> {
  const answer: BulkAnswer = { done: [], refused: [] };
  const say = (text: string) => session.query({ text });
  for (const row of rows) {
    await say('savepoint of_row');
    try {
      await work(row);
      answer.done.push(row.id);
    } catch (error) {
      const refusal = refusalOfAct(error);
      if (!refusal) throw error;
      await say('rollback to savepoint of_row');
      answer.refused.push({ id: row.id, why: refusal.message });
    }
    await say('release savepoint of_row');
  }
  return answer;
}
