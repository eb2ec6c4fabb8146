import type { Transaction } from '#database/database.ts';
import type { BulkAnswer } from '#domain/staff/jobs.ts';
import { refusalOfAct } from './refusals.ts';

/**
 * An act on many, each row as an act of its own with its own entry, all in one transaction: what is refused is undone
 * alone and named, and a process that ends in the middle has done nothing.
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
