import { expect } from 'vitest';
import type { Actor } from './actors.ts';
import type { openTestApi } from './test-api.ts';

type Touched = 'some' | 'none' | 'refused';

/** What a transaction without an entry in the log ends with, where one is asked for. */
const unlogged = 'SF500';
const followUp = 'set constraints all immediate';
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'kept',
    (error: { code: unknown }) => error.code,
  );

/** What statements touch, each undone afterwards, whatever came of it. */
export function createAttempts({
  database,
  asAdmin,
}: Pick<Awaited<ReturnType<typeof openTestApi>>, 'database' | 'asAdmin'>) {
  /** As somebody. What is changed would not be kept without an entry in the log. */
  async function attempt({ caller }: Actor, text: string): Promise<Touched> {
    const undo = new Error('undo');
    let touched: Touched = 'refused';
    let kept: unknown = unlogged;
    await database
      .asCaller(caller, async (session) => {
        touched = (await session.query({ text })).rowCount > 0 ? 'some' : 'none';
        if (touched === 'some' && !text.startsWith('select'))
          kept = await codeOf(session.query({ text: followUp }));
        throw undo;
      })
      .catch((error: unknown) => {
        if (error === undo) return;
        // A policy has let it through where only such a row is there already; a view of several tables takes none.
        expect(error).toMatchObject({ code: expect.stringMatching(/42501|55000|23505/) });
        if ((error as { code: string }).code === '23505') touched = 'some';
      });
    expect([text, kept]).toEqual([text, unlogged]);
    return touched;
  }

  /** As the functions of the schema do, past every grant and policy: with which code it is refused, at once or at its end. */
  async function refusal(text: string): Promise<unknown> {
    let code: unknown;
    await asAdmin(async (client) => {
      await client.query('begin');
      code = await codeOf(client.query(text).then(() => client.query(followUp)));
      await client.query('rollback');
    });
    return code;
  }

  return { attempt, refusal };
}
