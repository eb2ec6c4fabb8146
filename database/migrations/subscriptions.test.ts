import { describe, expect, it } from 'vitest';
import type { Caller } from '#database/database.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database } = await openTestApi();
const member = await actors.member();
const stranger = await actors.signedIn();

const callers: Record<string, Caller> = {
  anonymous: actors.anonymous.caller,
  member: member.caller,
  stranger: stranger.caller,
  staff: actors.staff.caller,
};

describe('who may do what with subscriptions', () => {
  const statements = {
    reads: 'select status from public.subscriptions where user_id = $1',
    inserts: `insert into public.subscriptions (user_id, status) select gen_random_uuid(), 'active' where $1 is null`,
    changes: `update public.subscriptions set status = 'active' where user_id = $1`,
    deletes: 'delete from public.subscriptions where user_id = $1 and false',
  };
  const expectations: Record<string, Record<keyof typeof statements, string | number>> = {
    anonymous: { reads: '42501', inserts: '42501', changes: '42501', deletes: '42501' },
    stranger: { reads: 0, inserts: '42501', changes: '42501', deletes: '42501' },
    member: { reads: 1, inserts: '42501', changes: '42501', deletes: '42501' },
    staff: { reads: 1, inserts: 0, changes: 1, deletes: 0 },
  };
  for (const [who, verbs] of Object.entries(expectations)) {
    for (const [verb, outcome] of Object.entries(verbs)) {
      it(`${who} ${verb}: ${outcome}`, async () => {
        const attempt = database
          .askAs(callers[who] ?? actors.anonymous.caller, {
            text: statements[verb as keyof typeof statements].replaceAll('$1', '$1::uuid'),
            values: [member.id],
          })
          .then(({ rowCount }) => rowCount)
          .catch(({ code }) => code);
        expect(await attempt).toBe(outcome);
      });
    }
  }

  it('a person cannot read the payment service’s ids in their own row', async () => {
    const attempt = database.askAs(member.caller, {
      text: 'select customer_id from public.subscriptions',
    });
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
  });
});

describe('an active membership', () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const [status, until, expected] of [
    ['active', tomorrow, true],
    ['trialing', tomorrow, true],
    ['canceled', tomorrow, true],
    ['past_due', tomorrow, true],
    ['active', yesterday, false],
    ['canceled', yesterday, false],
    ['incomplete', tomorrow, false],
    ['unpaid', tomorrow, false],
    ['active', null, false],
  ] as const) {
    it(`${expected ? 'is' : 'is not'} one that is ${status} until ${until?.toISOString().slice(0, 10) ?? 'no time'}`, async () => {
      await database.asService.query({
        text: 'update public.subscriptions set status = $2, current_period_end = $3 where user_id = $1',
        values: [member.id, status, until],
      });
      const { rows } = await database.askAs(member.caller, {
        text: 'select private.has_active_membership(auth.uid()) as active',
      });
      expect(rows).toEqual([{ active: expected }]);
    });
  }
});
