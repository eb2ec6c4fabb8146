import type { QueryConfig } from 'pg';
import { expect, it } from 'vitest';
import { createCompanies } from '#test/support/applications.ts';
import { ownCompany, provedAddress } from '#test/support/companies.ts';
import { createTeams } from '#test/support/teams.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { untilSomebodyWaits } from '#test/support/until-somebody-waits.ts';

const { actors, asAdmin, database, post } = await openTestApi();
const { person } = createTeams({ actors, database, post });
const { company, application } = createCompanies(actors, database);
const lock = (name: string) => ({
  text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
  values: [name],
});

/**
 * The outcomes of queries that are sent one after the other while a transaction holds something that all of them need.
 * Directly, not through the API, which repeats what PostgreSQL has aborted in a deadlock.
 */
async function outcomesBehind(held: QueryConfig, ...asked: (QueryConfig | string)[]) {
  const outcomes: Promise<string>[] = [];
  const ask = (one: QueryConfig | string) =>
    new Promise<string>((resolve) => {
      asAdmin((client) =>
        client.query(one).then(
          () => resolve('done'),
          (error) => client.query('rollback').then(() => resolve(error.message)),
        ),
      );
    });
  await asAdmin(async (client) => {
    await client.query('begin');
    await client.query(held);
    for (const one of asked) {
      outcomes.push(ask(one));
      await untilSomebodyWaits(client, outcomes.length);
    }
    await client.query('commit');
  });
  return Promise.all(outcomes);
}

/** Two companies with one domain in the order of their ids, and somebody with a mailbox there who works for both. */
async function twoOf(domain: string) {
  const both = await person();
  const made = [
    await ownCompany(both, `${domain} North`),
    await ownCompany(both, `${domain} South`),
  ];
  const [first = '', second = ''] = made.toSorted();
  for (const company of made) {
    await database.asService.query({
      text: 'select private.set_company_address($1, $2, $3, $4, null)',
      values: [both.id, company, `https://${domain}`, domain],
    });
  }
  await provedAddress(database, both.id, `${both.id}@${domain}`);
  return { both, first, second };
}

it('somebody who works for two companies with one domain can be changed while one of these changes', async () => {
  const domain = 'rowan.example';
  const { both, first, second } = await twoOf(domain);
  const outcomes = await outcomesBehind(
    lock(`company domain ${domain}`),
    {
      text: 'update auth.users set email_proved_at = null where id = $1',
      values: [both.id],
    },
    {
      text: 'select private.set_company_address($1, $2, $3, $4, null)',
      values: [both.id, second, `https://www.${domain}`, domain],
    },
  );
  expect(outcomes).toEqual(['done', 'done']);
  const { rows } = await database.asService.query<{ proven: string | null }>({
    text: 'select proven_domain as proven from public.companies where id = any ($1)',
    values: [[first, second]],
  });
  expect(rows).toEqual([{ proven: null }, { proven: null }]);
});

it('an account that leaves two companies with one domain can be deleted while somebody else leaves one', async () => {
  const domain = 'hazel.example';
  const { both, first, second } = await twoOf(domain);
  const [heir, other] = [await person(), await person()];
  await database.asService.query({
    text: `insert into public.company_members (company_id, user_id, role)
      values ($1, $3, 'recruiter'), ($2, $3, 'recruiter'), ($2, $4, 'recruiter')`,
    values: [first, second, heir.id, other.id],
  });
  const outcomes = await outcomesBehind(
    lock(`company domain ${domain}`),
    { text: 'delete from auth.users where id = $1', values: [both.id] },
    `begin; select private.lock_company('${second}');
      delete from public.company_members where company_id = '${second}' and user_id = '${other.id}'; commit`,
  );
  expect(outcomes).toEqual(['done', 'done']);
});

it('a visitor requests an alert while the account with their address saves the same search', async () => {
  const who = await person();
  await database.asService.query({
    text: `select public.ask_for_alert($1, 1, '{"wanted":[{"words":["auditor"]}]}')`,
    values: [who.email],
  });
  await database.asService.query({
    text: 'update public.alerts set confirmed_at = now() where email = $1',
    values: [who.email],
  });
  const conditions = '{"wanted":[{"words":["surveyor"]}]}';
  const claims = JSON.stringify({ sub: who.id, role: 'authenticated' });
  const outcomes = await outcomesBehind(
    lock(`alerts of ${who.email}`),
    `begin; select set_config('request.jwt.claims', '${claims}', true);
      select public.save_alert('jobs', '${conditions}'); commit`,
    `begin; select public.ask_for_alert('${who.email}', 1, '${conditions}'); commit`,
  );
  expect(outcomes).toEqual(['done', 'done']);
});

it('a posting that is being removed can be opened again at the same time', async () => {
  const ours = await company();
  const applied = [await application(ours), await application(ours)].toSorted();
  const outcomes = await outcomesBehind(
    { text: 'select from public.applications where id = $1 for update', values: [applied[1]] },
    { text: 'select private.remove_posting($1, 500)', values: [ours.jobId] },
    {
      text: 'update public.jobs set is_active = not is_active where id = $1',
      values: [ours.jobId],
    },
  );
  expect(outcomes).toEqual(['done', 'done']);
});

it('posting for a company with a new name does not wait for others who do so at this moment', async () => {
  const poster = await actors.signedIn();
  await asAdmin(async (client) => {
    await client.query(`begin; select private.company_slug('Twin Clinic')`);
    const company = await ownCompany(poster, 'Twin Clinic');
    await client.query('commit');
    const { data } = await poster.client.from('companies').select('slug').eq('id', company);
    expect(data?.[0]?.slug).toMatch(/^twin-clinic-[0-9a-f]{8}$/);
  });
});
