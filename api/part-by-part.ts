import type { Statement } from '#database/statement.ts';
import type { Work } from './subject.ts';

/**
 * Work on thousands of rows: one statement that does a part of it and answers as `done` how much that was, again and
 * again, each time a transaction of its own, so that nobody waits for all of it. Cut off, it is begun again.
 */
export async function partByPart({ database }: Pick<Work, 'database'>, part: Statement) {
  let done: number | undefined;
  do {
    const { rows } = await database.asService.query<{ done: number }>(part);
    done = rows[0]?.done;
  } while (done);
}
