import { expect, it } from 'vitest';
import { openMembershipApi } from '#test/support/test-membership.ts';
import { countFigures } from './count-figures.ts';

const api = await openMembershipApi();
const { database, payments, sandbox } = api;

it('adds up what was paid on a day, over more than one page, including days on which nobody counted', async () => {
  await api.member();
  const [paid] = Object.values(sandbox.state.invoices);
  if (!paid) throw new Error('A member has an invoice.');
  for (let n = 0; n < 120; n += 1) {
    const id = `in_more${n}`;
    sandbox.state.invoices[id] = { ...paid, id, created: paid.created - n, amount_paid: 100 };
  }
  const earlier = paid.created - 5 * 86_400;
  const late = { ...paid, created: earlier, amount_paid: 700 };
  sandbox.state.invoices = {
    // Paid when it was created, and by a later retry of the card.
    in_old: { ...late, id: 'in_old', status_transitions: { paid_at: earlier } },
    in_late: { ...late, id: 'in_late', status_transitions: { paid_at: paid.created } },
    ...sandbox.state.invoices,
  };
  const getStripe = () => Promise.reject(new Error('Nobody pays here.'));
  const work = { database, billing: { database, payments: { ...payments, getStripe } } };
  /** As if the last count had been that many days ago. */
  async function countAfter(days: number) {
    let added: unknown;
    await api.asAdmin(async (client) => {
      await client.query(`delete from staff.figures where name = 'revenue'`);
      await client.query(
        `insert into staff.figures (name, day, value) values ('revenue', timezone('UTC', now())::date - $1::int, 0)`,
        [days],
      );
      await countFigures(work as unknown as Parameters<typeof countFigures>[0]);
      const { rows } = await client.query(
        `select sum(value)::float8 as value from staff.figures where name = 'revenue'`,
      );
      added = rows[0]?.value;
    });
    return added;
  }
  const newest = paid.amount_paid / 100 + 120 + 7;
  expect(await countAfter(1)).toBe(newest);
  expect(await countAfter(6)).toBe(newest + 7);
});
