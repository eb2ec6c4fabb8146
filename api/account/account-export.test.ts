import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { keepResume } from '#api/applications/resume/keep-resume.ts';
import { copyAccount } from '#api/staff/for-commands.ts';
import { makeCredentialNumber } from '#domain/credentials/credential-number.ts';
import { goodPassword, openBrowser, signedInPerson } from '#test/support/people.ts';
import { asBlob, picture } from '#test/support/pictures.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { confirmation, openAccountFunctions } from './fixture/open-account-functions.ts';

const { api, call, postJob } = await openAccountFunctions();

const prove = ({ user }: Awaited<ReturnType<typeof signedInPerson>>) =>
  api.database.asService.query({
    text: 'update auth.users set email_proved_at = now() where id = $1',
    values: [user.id],
  });

describe('account-export', () => {
  test('contains everything about the person and nothing about anybody else', async () => {
    const person = await signedInPerson(api.call);
    const stranger = await signedInPerson(api.call);
    for (const { user } of [person, stranger]) await postJob(user.id);
    const { status, body } = await call('account-export', person);
    expect(status).toBe(200);
    expect(body.account.email).toBe(person.email);
    expect(body.sessions).toHaveLength(1);
    expect(body.jobs).toHaveLength(1);
    expect(body.jobs[0].posted_by).toBe(person.user.id);
    expect(body).toHaveProperty('subscriptions');
    const text = JSON.stringify(body);
    expect(text).not.toContain(stranger.user.id);
    expect(text).not.toMatch(/encrypted_password|argon2|refresh_token"|secret/);
  });

  test('can also be written by a command on the server, which the staff log records', async () => {
    const { user, email } = await signedInPerson(api.call);
    await postJob(user.id);
    const tools = { database: api.database, files: api.storage.files, admin: api.admin, siteUrl };
    const copies: object[] = [];
    const keep = (copy: object) => copies.push(copy);
    expect(await copyAccount(tools, 'nobody@people.example', keep)).toBe(false);
    // A copy that nobody has is not in the log.
    const full = () => {
      throw new Error('The disk is full.');
    };
    await expect(copyAccount(tools, email, full)).rejects.toThrow('The disk is full.');
    expect(await copyAccount(tools, email, keep)).toBe(true);
    expect(copies).toMatchObject([{ account: { email }, jobs: [{ posted_by: user.id }] }]);
    await api.asAdmin(async (client) => {
      const { rows } = await client.query(
        `select actor_kind, subject_id from staff.log where act = 'copy-account'`,
      );
      expect(rows).toEqual([{ actor_kind: 'command', subject_id: user.id }]);
    });
  });

  test('requires a recent sign-in, which a code or the password provides', async () => {
    const person = await signedInPerson(api.call);
    await api.database.asService.query({
      text: `update auth.mfa_amr_claims set updated_at = now() - interval '16 minutes'
        where session_id in (select id from auth.sessions where user_id = $1)`,
      values: [person.user.id],
    });
    const { status, body } = await call('account-export', person);
    expect([status, body.code]).toEqual([403, 'recent_sign_in_needed']);
    const proof = await api.fetch('/auth/v1/reauthenticate', {
      method: 'POST',
      headers: { authorization: `Bearer ${person.session.access_token}` },
      body: JSON.stringify({ current_password: goodPassword }),
    });
    expect(proof.status).toBe(200);
    expect((await call('account-export', person)).status).toBe(200);
  });

  test('requires no recent sign-in from people who have no way to sign in', async () => {
    const { data } = await openBrowser(api.call).auth.signInAnonymously();
    const { user, session } = data;
    if (!user || !session) throw new Error('nobody is signed in');
    await api.database.asService.query({
      text: `with old as (
          update auth.sessions set created_at = now() - interval '1 hour' where user_id = $1 returning id
        )
        update auth.mfa_amr_claims set updated_at = now() - interval '1 hour'
          where session_id in (select id from old)`,
      values: [user.id],
    });
    for (const name of ['account-export', 'delete-account']) {
      const { status } = await call(name, { session }, confirmation);
      expect([name, status]).toEqual([name, 200]);
    }
  });

  test('contains the newsletter and alerts once the address is proved, and the picture itself', async () => {
    const person = await signedInPerson(api.call);
    await api.database.asService.query({
      text: `with subscribed as (
          insert into public.newsletter_subscribers (email, consent_text, confirmed_at)
          values ($1, 'Yes, write to me.', now()), ('somebody@else.example', 'Yes, write to me.', now())
          returning id, email
        ), written as (
          insert into public.newsletter_editions (subject, text, text_hash)
          select subject, 'News.', encode(sha256(subject::bytea), 'hex')
          from unnest(array['Sent to me', 'Waits for me', 'Sent to others']) as subject
          returning id, subject
        )
        insert into public.newsletter_deliveries (edition_id, subscriber_id, sent_at)
        select w.id, s.id, case when subject like 'Sent%' then now() end
        from written as w join subscribed as s on (s.email = $1) = (subject like '% me')`,
      values: [person.email],
    });
    await api.database.asService.query({
      text: `insert into public.alerts (user_id, email, kind, address, consent_text, search_id)
        select owner, address, 'jobs', 'q=coder', 'Yes, write to me.', private.keep_search('jobs', '{"wanted": [{}]}')
        from (values (null::uuid, $1), ($2::uuid, null)) as whose (owner, address)`,
      values: [person.email, person.user.id],
    });
    const client = createClient(siteUrl, testKeys.publishableKey, {
      accessToken: async () => person.session.access_token,
      global: { fetch: (input, init) => api.call(new Request(input, init)) },
    });
    const { error } = await client.storage
      .from('avatars')
      .upload(`${person.user.id}/${crypto.randomUUID()}.png`, asBlob(await picture('png')));
    expect(error).toBeNull();
    await api.database.asService.query({
      text: `with made as (insert into storage.buckets (id, name) values ('files', 'files') returning id)
        insert into storage.objects (bucket_id, name, version, metadata, owner_id)
        select id, 'notes.txt', '1', '{"size": 5, "mimetype": "text/plain"}', $1 from made`,
      values: [person.user.id],
    });
    const unproved = await call('account-export', person);
    expect([unproved.body.newsletter, unproved.body.alerts_by_address]).toEqual([[], []]);
    await prove(person);
    const { body } = await call('account-export', person);
    expect(body.newsletter).toMatchObject([
      {
        email: person.email,
        consent_text: 'Yes, write to me.',
        received: [{ subject: 'Sent to me', sent_at: expect.any(String) }],
      },
    ]);
    expect(body.alerts_by_address).toMatchObject([{ email: person.email, address: 'q=coder' }]);
    expect(body.alerts).toMatchObject([{ address: 'q=coder' }]);
    // Our internal ids mean nothing to the person.
    expect(body.alerts[0]).not.toHaveProperty('search_id');
    expect(body.pictures).toMatchObject([
      { content: expect.stringMatching(/^data:image\/\w+;base64,\w{20}/) },
    ]);
    expect(body.files).toMatchObject([
      { bucket: 'files', name: 'notes.txt', type: 'text/plain', size: 5 },
    ]);
  });

  test('contains what the applicant sent, and nothing that the company keeps to itself', async () => {
    const [person, recruiter] = [await signedInPerson(api.call), await signedInPerson(api.call)];
    await postJob(recruiter.user.id);
    await prove(person);
    const sql = (text: string, values: unknown[]) => api.database.asService.query({ text, values });
    await sql(
      `insert into public.applications (job_id, job_title, company_id, company_name, applicant_id, name, email, state, note,
          answers, meets_needs, spam_at)
        select id, title, company_id, company, $2, 'Ana', $3, 'new', 'I would like to come.',
          '[{"question": "Licensed?", "answer": "No", "meets": false}]', false, now()
        from public.jobs where posted_by = $1`,
      [recruiter.user.id, person.user.id, person.email],
    );
    await sql(
      `insert into public.application_notes (application_id, author_id, body)
        select id, $2, 'Not for us.' from public.applications where applicant_id = $1`,
      [person.user.id, recruiter.user.id],
    );
    // Without signing in, and not seen in the account yet; and one that somebody else began with this address.
    await sql(
      `insert into public.applications (job_title, company_id, company_name, name, email, state, note)
        select title, company_id, company, 'Ana', $2, state, note
        from public.jobs, (values ('new', 'Sent as a guest.'), ('unconfirmed', 'Not mine.')) as guest (state, note)
        where posted_by = $1`,
      [recruiter.user.id, person.email],
    );
    const { body } = await call('account-export', person);
    expect(body.applications).toHaveLength(2);
    expect(body.applications).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ note: 'Sent as a guest.' })]),
    );
    const mine = body.applications.filter(({ note }: { note: string }) => /like/.test(note));
    expect(mine).toMatchObject([{ answers: [{ question: 'Licensed?', answer: 'No' }] }]);
    const kept = Object.keys(body.applications[0]);
    for (const hidden of ['spam_at', 'meets_needs', 'stars', 'is_verified', 'search_words']) {
      expect(kept).not.toContain(hidden);
    }
    expect(JSON.stringify(body)).not.toMatch(/meets|Not for us/);
    const theirs = JSON.stringify((await call('account-export', recruiter)).body);
    expect(theirs).not.toMatch(/Not for us|I would like to come/);
  });

  test('contains the names of passkeys and the person’s reports, but no keys', async () => {
    const [person, poster] = [await signedInPerson(api.call), await signedInPerson(api.call)];
    await api.database.asService.query({
      text: `insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
        values ($1, 'credential', 'the public key', 'My phone')`,
      values: [person.user.id],
    });
    await postJob(poster.user.id);
    await api.asAdmin(async (admin) => {
      await admin.query(
        `with made as (
            insert into staff.cases (kind, subject_id, person_then, title)
            select 'job', id, '{}', title from public.jobs where posted_by = $2 returning id
          )
          insert into staff.reports (case_id, reporter_id, reason, note)
          select id, $1, 'scam', 'They ask for money.' from made`,
        [person.user.id, poster.user.id],
      );
    });
    const { body } = await call('account-export', person);
    expect(body.passkeys).toMatchObject([{ name: 'My phone', last_used_at: null }]);
    expect(body.reports).toMatchObject([{ about: 'job', note: 'They ask for money.' }]);
    expect(JSON.stringify(body)).not.toContain('public key');
    expect(JSON.stringify((await call('account-export', poster)).body)).not.toContain('money');
  });

  test('contains credentials that wait for the person’s address', async () => {
    const [person, other] = [await signedInPerson(api.call), await signedInPerson(api.call)];
    const number = makeCredentialNumber();
    const line = { number, type: 'CIHIS-AI', name: 'Jane Doe', awarded_on: '2026-01-15' };
    await api.asAdmin((admin) =>
      admin.query('select register.add_samples($1)', [
        JSON.stringify([{ ...line, email: person.email }]),
      ]),
    );
    expect((await call('account-export', person)).body.credentials).toEqual([]);
    await prove(person);
    const { body } = await call('account-export', person);
    expect(body.credentials).toMatchObject([{ number, name: 'Jane Doe', is_claimed: false }]);
    expect((await call('account-export', other)).body.credentials).toEqual([]);
  });

  test('contains saved jobs in readable form, and the resumes themselves', async () => {
    const [person, poster] = [await signedInPerson(api.call), await signedInPerson(api.call)];
    await postJob(poster.user.id);
    await api.database.asService.query({
      text: `insert into public.saved_jobs (user_id, job_id)
        select $1, id from public.jobs where posted_by = $2`,
      values: [person.user.id, poster.user.id],
    });
    const bytes = new TextEncoder().encode('%PDF-1.7');
    const resume = { bytes, name: 'Ana.pdf', kind: 'pdf' as const, text: '' };
    const tools = { database: api.database, files: api.storage.files };
    await keepResume(tools, person.user.id, resume, async () => {});
    const other = { ...resume, bytes: new TextEncoder().encode('%PDF-1.6'), name: 'Bo.pdf' };
    await keepResume(tools, poster.user.id, other, async () => {});
    const { body } = await call('account-export', person);
    expect(body.saved_jobs).toEqual([
      expect.objectContaining({
        title: expect.any(String),
        address: expect.stringMatching(/^http.*\/job\/[0-9a-f-]{36}$/),
      }),
    ]);
    expect(body.resume_files).toEqual([
      { name: 'Ana.pdf', content: `data:application/pdf;base64,${btoa('%PDF-1.7')}` },
    ]);
  });

  test('tells the person whom they blocked, but not who blocked them', async () => {
    const blocker = await signedInPerson(api.call);
    const blocked = await signedInPerson(api.call);
    await api.database.asService.query({
      text: 'insert into public.blocks (blocker_id, blocked_id) values ($1, $2)',
      values: [blocker.user.id, blocked.user.id],
    });
    expect((await call('account-export', blocker)).body.blocks).toHaveLength(1);
    expect((await call('account-export', blocked)).body.blocks).toEqual([]);
  });
});
