import type { Transaction } from '#database/database.ts';
import type { Work } from './subject.ts';

export type MailOrder = (session: Transaction, to: string) => Promise<void>;

type Mails<Row> = {
  /** Whom this task is about; without it, one is ordered for each. */
  to: string | undefined;
  rows: readonly Row[];
  order: MailOrder;
  send: (row: Row) => Promise<unknown>;
};

/**
 * One mail to each of several, each in a task of its own: one that fails is tried again alone, and nobody gets theirs
 * once more with it.
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
