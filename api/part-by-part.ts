import type { Statement } from '#database/statement.ts';
import type { Work } from './subject.ts';

/**
 * Works through thousands of rows in batches: runs a statement that processes one batch and returns its size as
 * `done`, again and again, each in a separate transaction, so that nobody waits for all of it. An interrupted run is
 * started again.
 */
export async function partByPart({ database }: Pick<Work, 'database'>, part: Statement) {
  let done: number | undefined;
  do {
    const { rows } = await database.asService.query<{ done: number }>(part);
    done = rows[0]?.done;
  } while (done);
}
