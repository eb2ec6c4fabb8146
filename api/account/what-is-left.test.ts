import { expect, it } from 'vitest';
import { resources } from '#app/content/resources.ts';
import { makeCredentialNumber } from '#domain/credentials/credential-number.ts';
import { openApplying } from '#test/support/applying.ts';
import { createCandidates } from '#test/support/candidates.ts';
import { jobRow } from '#test/support/jobs.ts';
import { goodPassword, openBrowser } from '#test/support/people.ts';
import { docxOf } from '#test/support/resumes.ts';
import { addApp } from '#test/support/second-factor.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { confirmation } from './fixture/open-account-functions.ts';

const api = await openTestApi();
const { actors, asAdmin, call, post } = api;
const { applyAs, upload, rowsOf, jobId } = await openApplying(api);
const { send, reply } = createCandidates(actors);

/** A person whose name appears in everything they write, and nowhere else in the database. */
async function somebody(mark: string, email: string, address: string) {
  const browser = openBrowser(call, { address });
  await browser.auth.signUp({
    email,
    password: goodPassword,
    options: { data: { full_name: mark } },
  });
  await asAdmin(async (client) => {
    await client.query(
      `update auth.users set email_confirmed_at = now(), email_proved_at = now() where email = $1`,
      [email],
    );
  });
  const { data, error } = await browser.auth.signInWithPassword({ email, password: goodPassword });
  if (error) throw error;
  const headers = { authorization: `Bearer ${data.session.access_token}` };
  // biome-ignore lint/suspicious/noExplicitAny: a person's client has a different type.
  const client = browser as any;
  return {
    id: data.user.id,
    client,
    headers,
    caller: { role: 'authenticated' as const, claims: {} },
  };
}

/** Searches every column of every table, and returns the matches by table. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const tables = await rowsOf(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace as n on n.oid = relnamespace
      where relkind in ('r', 'p') and nspname !~ '^(pg_|information_schema)'
        and relname <> 'outbox' -- which stands in for a mail server`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await rowsOf(
      `select distinct word from ${name} as row, unnest($1::text[]) as word
        where strpos(lower(row::text), lower(word)) > 0`,
      [words],
    );
    found.push(...rows.map(({ word }) => `${name} ${word}`));
  }
  return found;
}

type Somebody = Awaited<ReturnType<typeof somebody>>;

async function deleteOwn({ client }: Somebody) {
  const { data } = await client.auth.getSession();
  const headers = { authorization: `Bearer ${data.session.access_token}` };
  const response = await api.fetch('/functions/v1/delete-account', {
    method: 'POST',
    headers,
    body: JSON.stringify(confirmation),
  });
  expect(await response.json()).toEqual({ deleted: true });
}

async function deleteSoftly({ id }: Somebody) {
  const { admin } = openBrowser(call, { key: testKeys.secretKey }).auth;
  expect((await admin.deleteUser(id, true)).error).toBeNull();
}

/** What others store about them: staff, a company, the register. */
const writeElsewhere = (id: string, colleague: string, mark: string, email: string) =>
  asAdmin(async (client) => {
    const number = makeCredentialNumber();
    const award = { number, type: 'CIHIS-AI', name: 'Jane Doe', email, awarded_on: '2026-01-15' };
    await client.query('select register.add_samples($1)', [JSON.stringify([award])]);
    // With triggers off, so that no log entries are written, which would stay.
    await client.query(`begin; set local session_replication_role = replica;
      insert into staff.notes (user_id, author_id, words) values ('${id}', '${colleague}', '${mark}');
      insert into staff.exports (user_id, asked_by, token_hash) values ('${id}', '${colleague}', '${mark}');
      insert into staff.payment_acts (id, user_id, customer_id, kind, reason, asked_by)
        values (gen_random_uuid(), '${id}', 'cus', 'cancel-now', '${mark}', '${colleague}');
      insert into staff.mails (kind, recipient, user_id, state, subject)
        values ('signup', '${email}', '${id}', 'sent', '${mark}');
      with company as (insert into public.companies (slug, name) values (md5('${id}'), 'Works') returning id)
        insert into public.company_members (company_id, user_id, role)
          select id, unnest(array['${id}', '${colleague}']::uuid[]), 'admin' from company;
      commit`);
  });

it.each([
  ['Zyxwulf Quandary', 'their own', '198.51.100.77', deleteOwn, false],
  ['Vexmord Jacquard', 'an administrator’s soft', '198.51.100.78', deleteSoftly, true],
] as const)(
  'nothing is left of %s after %s deletion, except what the privacy page names',
  async (mark, _, address, close, keepsRow) => {
    const email = `${mark.replace(' ', '@').toLowerCase()}.example`;
    const person = await somebody(mark, email, address);
    const ok = ({ error }: { error: unknown }) => expect(error).toBeNull();
    const profile = await person.client
      .from('candidate_profiles')
      .insert({
        user_id: person.id,
        headline: mark,
        summary: mark,
        skills: [mark],
        public_profile: true,
      })
      .select('id')
      .single();
    ok(profile);
    ok(
      await person.client
        .from('jobs')
        .insert(jobRow(person.id, { title: mark, contact_name: mark, contact_email: email })),
    );
    ok(await person.client.from('saved_jobs').insert({ user_id: person.id, job_id: jobId }));
    await upload(person, docxOf([mark, 'Inpatient Coder', email]));
    const { id: application } = await applyAs(person, { name: mark, note: `${mark} writes` });
    expect(application).toBeTruthy();
    const member = await actors.member();
    const sent = await send(
      member,
      { profileId: profile.data.id },
      'We would like to talk to you.',
    );
    expect((await reply(person, sent.conversationId, `I am ${mark}`)).status).toBe(200);
    ok(
      await actors.anonymous.client.rpc('subscribe_to_newsletter', {
        address: email,
        consent_version: resources.newsletter.consentVersion,
      }),
    );
    await addApp(person.client);
    await post.deliver();
    expect((await tablesWith([mark])).length).toBeGreaterThan(5);

    await writeElsewhere(person.id, member.id, mark, email);
    await close(person);
    await post.deliver();
    const wanted = [mark, email, person.id, address];
    const ofCompany = [`public.applications ${mark}`, `public.applications ${email}`];
    const nameless = ['auth.audit_log_entries', 'public.conversations'].map(
      (name) => `${name} ${person.id}`,
    );
    // The log names people whom an administrator deleted, for as long as it is kept: a year.
    const inLog = keepsRow ? [`auth.audit_log_entries ${email}`] : [];
    const row = keepsRow ? [`auth.users ${person.id}`] : [];
    const above = `public.conversations ${mark}`;
    expect((await tablesWith(wanted)).toSorted()).toEqual(
      [...ofCompany, ...nameless, above, ...inLog, ...row].toSorted(),
    );
    const [talk] = await rowsOf('select * from public.conversations where id = $1', [
      sent.conversationId,
    ]);
    expect(talk).toMatchObject({ candidate_name: mark, candidate_headline: 'A candidate' });

    // So that restoring an older backup does not bring the account back.
    const noted = `select from private.erasures where subject = private.hash_of_id('account', $1)`;
    expect(await rowsOf(noted, [person.id])).toHaveLength(1);
    const [applied] = await rowsOf(
      `select state, leaves_at is not null as leaves, resume_id is not null as has_resume, applicant_id
        from public.applications where id = $1`,
      [application],
    );
    expect(applied).toEqual({
      state: 'withdrawn',
      leaves: true,
      has_resume: true,
      applicant_id: null,
    });
    await rowsOf('update public.applications set leaves_at = now() where id = $1', [application]);
    await rowsOf('select private.clean_applications()');
    expect(await tablesWith([email])).toEqual(inLog);
  },
);

it('is recorded for backups by one task, however many applications leave with an account', () =>
  asAdmin(async (client) => {
    await client.query('begin');
    const { rows: people } = await client.query(
      `insert into auth.users (id, email) values (gen_random_uuid(), 'many@people.example') returning id`,
    );
    await client.query(
      `insert into public.applications (job_id, job_title, company_id, company_name, applicant_id, name, email, state, profile)
        select null, 'Coder', company_id, company, $2, 'Ana', 'many@people.example', 'new', '{}'
        from public.jobs, generate_series(1, 5) where id = $1`,
      [jobId, people[0].id],
    );
    const noted = async () => {
      const { rows } = await client.query(
        `select (select count(*)::integer from private.erasures) as count,
          (select max(revision) from graphile_worker._private_jobs where key = 'keep-erasures') as revision`,
      );
      return rows[0];
    };
    const before = await noted();
    await client.query('select private.delete_account($1)', [people[0].id]);
    const after = await noted();
    await client.query('rollback');
    expect(after.count - before.count).toBe(6);
    // Queued once: updating the job for each erasure would take a minute with 20,000 of them.
    expect(after.revision - (before.revision ?? -1)).toBe(1);
  }));
