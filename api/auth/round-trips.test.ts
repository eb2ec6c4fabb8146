import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { PipelinedQuery } from '#database/pipelined-query.ts';
import { goodPassword, newEmail, openBrowser, signedInPerson } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { call } = await openTestApi();

/** With replicas, their position is queried all the time. */
const ofReplicas = /^become \+ (log-position|stand at)$/;

/** The queries sent to the database in the meantime: each round trip with the names of its statements. */
async function roundTrips(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const asked: unknown[] = spy.mock.calls.map(([first]) => first);
    return asked
      .map((one) =>
        one instanceof PipelinedQuery ? one.statements.map(nameOf).join(' + ') : 'something else',
      )
      .filter((names) => !ofReplicas.test(names));
  } finally {
    spy.mockRestore();
  }
}

const nameOf = ({ name, text }: { name?: string; text: string }) => name ?? text;

describe('the queries to the database', () => {
  it('for a sign-in take two round trips', async () => {
    const { email } = await signedInPerson(call);
    const browser = openBrowser(call);
    const asked = await roundTrips(async () => {
      const { error } = await browser.auth.signInWithPassword({ email, password: goodPassword });
      expect(error).toBeNull();
    });
    expect(asked).toEqual([
      'become + rate_limits:rlflx-upsert + wrong-tries + password-by-email',
      'become + session-open',
    ]);
  });

  it('for a wrong password are the same if nobody has the address', async () => {
    const { email } = await signedInPerson(call);
    const wrong = (address: string) =>
      roundTrips(() =>
        openBrowser(call).auth.signInWithPassword({ email: address, password: 'wrong' }),
      );
    const known = await wrong(email);
    expect(known).toEqual([
      'become + rate_limits:rlflx-upsert + wrong-tries + password-by-email',
      'become + audit-note',
      'become + rate_limits:rlflx-upsert',
      'become + rate_limits:rlflx-upsert',
    ]);
    expect(await wrong(newEmail())).toEqual(known);
  });

  it('for a refresh take five round trips', async () => {
    const { browser } = await signedInPerson(call);
    const asked = await roundTrips(async () => {
      const { error } = await browser.auth.refreshSession();
      expect(error).toBeNull();
    });
    expect(asked).toEqual([
      'become + rate_limits:rlflx-upsert',
      'begin + become + refresh-token-session + refresh-token-by-hash',
      'session-by-id + account-by-id + session-methods',
      'refresh-token-revoke + refresh-token-add + session-refreshed',
      'commit',
    ]);
  });
});
