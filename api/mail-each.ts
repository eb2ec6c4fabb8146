import type { Transaction } from '#database/database.ts';
import type { Work } from './subject.ts';

export type MailOrder = (session: Transaction, to: string) => Promise<void>;

type Mails<Row> = {
  /** The recipient of this task; without one, a task is queued for each. */
  to: string | undefined;
  rows: readonly Row[];
  order: MailOrder;
  send: (row: Row) => Promise<unknown>;
};

/**
 * Sends one email to each of several people, each in a separate task, so that a failed one is retried alone and nobody
 * else gets theirs twice.
 */
export async function mailEach<Row extends { to: string }>(
  { database, finish }: Pick<Work, 'database' | 'finish'>,
  { to, rows, order, send }: Mails<Row>,
) {
  if (to === undefined) {
    return database.asService.transaction(async (session) => {
      for (const row of rows) await order(session, row.to);
      await finish(session);
    });
  }
  const row = rows.find((each) => each.to === to);
  if (row) await send(row);
}
