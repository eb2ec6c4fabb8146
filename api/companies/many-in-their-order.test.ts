import { expect, it } from 'vitest';
import { billing } from '#api/billing/subject.ts';
import { join, ownCompany } from '#test/support/companies.ts';
import { jobRow, postWithoutLimit, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { untilSomebodyWaits } from '#test/support/until-somebody-waits.ts';

/** Two acts that lock the same rows deadlock if each locks them in a different order. */

const { actors, asAdmin, database } = await openTestApi();
await postWithoutLimit(database);

/** Row ids with the lowest in the middle, so that only sorting by id puts it first. */
const ids = () => ['7', '0', 'f'].map((first) => first + crypto.randomUUID().slice(1));

const hold = (table: string, id = '', key = 'id') =>
  `select from ${table} where ${key} = '${id}' for update nowait`;

/** While another transaction holds the first lock, the act waits for it and has locked none of the rest. */
async function waitsWithout(held: string, rest: string[], act: () => PromiseLike<unknown>) {
  await asAdmin(async (other) => {
    await other.query('begin');
    await other.query(held);
    const acted = act();
    await untilSomebodyWaits(other);
    const ahead = (async () => {
      for (const each of rest) await other.query(each);
    })();
    await expect(ahead).resolves.toBeUndefined();
    await other.query('commit');
    await acted;
  });
}

async function takesInOrder(table: string, rows: string[], act: string) {
  const [least = '', ...others] = rows.toSorted().map((id) => hold(table, id));
  await waitsWithout(least, others, () => asAdmin((client) => client.query(act).then(() => {})));
}

/** A posting that is still featured without a membership, as while its end is being processed. */
async function featured(poster: { id: string }, id: string | undefined, changes = {}) {
  await asAdmin(async (client) => {
    await storeJobs(database, [jobRow(poster.id, { id, ...changes })]);
    await client.query(`set session_replication_role = replica;
      update public.jobs set is_featured = true where id = '${id}'`);
  });
}

it('the postings of people without a membership, however it ended', async () => {
  const daily = ids();
  const lapsed = await actors.signedIn();
  for (const id of daily) await featured(lapsed, id);
  await asAdmin((client) =>
    client.query(`set session_replication_role = replica;
      insert into public.subscriptions (user_id, product_id, status, current_period_end)
        values ('${lapsed.id}', 'prod_test', 'canceled', now() - interval '1 day')`),
  );
  await takesInOrder('public.jobs', daily, 'select private.end_featured_jobs()');

  for (const act of ['delete from public.membership_seats', 'delete from public.subscriptions']) {
    const ofSeats = ids();
    const payer = await actors.member();
    const company = await ownCompany(payer, `Team ${payer.id}`);
    for (const id of ofSeats) {
      const colleague = await actors.signedIn();
      await featured(colleague, id);
      await asAdmin((client) =>
        client.query(`set session_replication_role = replica;
          insert into public.membership_seats (payer_id, user_id, company_id) values ('${payer.id}', '${colleague.id}', '${company}')`),
      );
    }
    const whose = act.includes('seats') ? 'payer_id' : 'user_id';
    await takesInOrder('public.jobs', ofSeats, `${act} where ${whose} = '${payer.id}'`);
  }
});

it('postings before seats, and not both, when the timetable ends them: losing a seat locks it and then postings', async () => {
  const [lapsed, payer, colleague] = [
    await actors.signedIn(),
    await actors.member(),
    await actors.signedIn(),
  ];
  const [posting] = ids();
  await featured(lapsed, posting);
  const company = await ownCompany(payer, `Team ${payer.id}`);
  await asAdmin(async (client) => {
    await client.query(`set session_replication_role = replica;
      insert into public.subscriptions (user_id, product_id, status, current_period_end)
        values ('${lapsed.id}', 'prod_test', 'canceled', now() - interval '1 day');
      insert into public.membership_seats (payer_id, user_id, company_id, end_told_at)
        values ('${payer.id}', '${colleague.id}', '${company}', now())`);
  });
  const seat = hold('public.membership_seats', colleague.id, 'user_id');
  await waitsWithout(seat, [hold('public.jobs', posting)], async () =>
    billing.tasks['end-featured'].run({ database } as never, {} as never),
  );
});

it('the postings of a company that is renamed', async () => {
  const admin = await actors.member();
  const name = `Clinic ${admin.id}`;
  const company = await ownCompany(admin, name);
  const postings = ids();
  for (const id of postings) await storeJobs(database, [jobRow(admin.id, { id, company: name })]);
  await database.asService.query({
    text: `update public.companies set next_name = 'New ' || name, next_name_from = now() where id = $1`,
    values: [company],
  });
  await takesInOrder('public.jobs', postings, `select private.rename_company('${company}')`);
});

it('everything that is handed over with a company', async () => {
  const [leaving, staying] = [await actors.member(), await actors.signedIn()];
  const name = `Practice ${leaving.id}`;
  const company = await ownCompany(leaving, name);
  await join(database, company, staying.id);
  const postings = ids();
  for (const id of postings) await storeJobs(database, [jobRow(leaving.id, { id, company: name })]);
  const act = `select private.hand_over('${leaving.id}', '${company}')`;
  await takesInOrder('public.jobs', postings, act);

  // Also for updating the search index.
  await asAdmin((client) =>
    client
      .query('update private.job_search set posted_by = $1 where company_id = $2', [
        leaving.id,
        company,
      ])
      .then(() => {}),
  );
  await takesInOrder('public.jobs', postings, `select private.settle_searched('${company}')`);
});
