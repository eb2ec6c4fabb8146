import { expect } from 'vitest';
import type { Actor } from './actors.ts';
import type { openTestApi } from './test-api.ts';

type Touched = 'some' | 'none' | 'refused';

/** The error of a transaction without an audit entry, where one is required. */
const unlogged = 'SF500';
const followUp = 'set constraints all immediate';
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'kept',
    (error: { code: unknown }) => error.code,
  );

/** Finds out what statements can change; each is rolled back afterwards, whatever happens. */
export function createAttempts({
  database,
  asAdmin,
}: Pick<Awaited<ReturnType<typeof openTestApi>>, 'database' | 'asAdmin'>) {
  /** As this actor. Without an audit entry, changes could not be committed. */
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
        // A policy has allowed it if the only obstacle is an existing row; a view over several
        // tables accepts none.
        expect(error).toMatchObject({ code: expect.stringMatching(/42501|55000|23505/) });
        if ((error as { code: string }).code === '23505') touched = 'some';
      });
    expect([text, kept]).toEqual([text, unlogged]);
    return touched;
  }

  /**
   * As the schema's functions do, bypassing every grant and policy: returns the error code with
   * which it is refused, immediately or at commit.
   */
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
