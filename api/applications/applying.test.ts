import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '#api/secrets.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { docxOf } from '#test/support/resumes.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, asAdmin, fetch, post, database } = await openTestApi();
type Person = Awaited<ReturnType<typeof actors.signedIn>>;

const resume = docxOf(['Sam Sample', 'Inpatient Coder', 'Durham, NC', 'Skills: CPT, HCPCS']);
const questions = [
  { kind: 'yes-no', question: 'Can you work nights?', options: [], needed: true, wanted: ['Yes'] },
  { kind: 'choice', question: 'Which encoder?', options: ['A', 'B'], needed: false, wanted: [] },
];

let poster: Person;
let jobId = '';

async function postJob(changes: Record<string, unknown> = {}) {
  const { data, error } = await poster.client
    .from('jobs')
    .insert(
      jobRow(poster.id, {
        application_url: null,
        applies_here: true,
        questions,
        ...changes,
      }) as never,
    )
    .select('id')
    .single();
  if (error) throw error;
  return data.id;
}

beforeAll(async () => {
  poster = await actors.signedIn();
  jobId = await postJob();
});

let clients = 0;

async function applyAsGuest(
  given: Record<string, unknown> = {},
  file: Uint8Array<ArrayBuffer> = resume,
  name = 'my resume.docx',
) {
  const body = new FormData();
  const answers = { 'Can you work nights?': 'Yes' };
  body.set(
    'application',
    JSON.stringify({ jobId, name: 'Gwen Guest', email: 'gwen@people.example', answers, ...given }),
  );
  body.set('resume', new File([file], name));
  clients += 1;
  const response = await fetch('/functions/v1/apply-as-guest', {
    method: 'POST',
    body,
    headers: { 'x-client-address': `198.51.100.${clients}` },
  });
  return {
    status: response.status,
    body: (await response.json()) as { code?: string; error?: string },
  };
}

async function applyAs({ client }: Person, given: Record<string, unknown> = {}) {
  const { data, error } = await client.functions.invoke('apply-for-job', {
    body: {
      jobId,
      name: 'Carla Candidate',
      answers: { 'Can you work nights?': 'Yes' },
      withProfile: true,
      withResume: true,
      ...given,
    },
  });
  if (!error) return { ...data, code: undefined };
  return { code: (await error.context.json()).code as string };
}

async function withProfile(person: Person) {
  const { error } = await person.client
    .from('candidate_profiles')
    .insert({ user_id: person.id, headline: 'Inpatient coder', salary_expectations: '$90,000' });
  if (error) throw error;
}

const tokenIn = (text: string) => text.match(/\/application\?token=([\w-]+)/)?.[1] ?? '';

async function newestToken(address: string) {
  const [mail] = await post.sentTo(address);
  return tokenIn(mail?.text ?? '');
}

async function byLink(token: string, act?: string) {
  const response = await fetch('/functions/v1/application-by-link', {
    method: 'POST',
    body: JSON.stringify({ token, act }),
  });
  return { status: response.status, body: await response.json() };
}

async function rowsOf(text: string, values: unknown[] = []) {
  // biome-ignore lint/suspicious/noExplicitAny: each question has rows of its own.
  let rows: any[] = [];
  await asAdmin(async (admin) => {
    ({ rows } = await admin.query(text, values));
  });
  return rows;
}

describe('where people apply', () => {
  it('is here or at an address, and never both or neither', async () => {
    for (const changes of [
      { applies_here: false, questions: [] },
      { application_url: 'https://a.example' },
    ]) {
      await expect(postJob(changes)).rejects.toMatchObject({ message: 'Please enter a valid URL' });
    }
  });

  it('with questions of which the database takes no bad one', async () => {
    const [first] = questions;
    for (const bad of [
      [{ ...first, question: 'a' }],
      [{ ...first, needed: false }],
      [{ ...first, wanted: ['Maybe'] }],
      [first, first],
      [{ ...first, kind: 'choice', options: ['A', 'A'], wanted: [] }],
      [{ ...first, extra: 1 }],
      Array(6).fill(first),
      {},
      [null],
    ]) {
      await expect(postJob({ questions: bad })).rejects.toMatchObject({ code: '23514' });
    }
  });
});

describe('a guest', () => {
  it('is seen by nobody until the address is confirmed, and then by the company', async () => {
    expect(await applyAsGuest()).toMatchObject({ status: 200 });
    const seen = () =>
      poster.client.from('applications').select('name, state, meets_needs, resume_id');
    expect((await seen()).data).toEqual([]);

    const token = await newestToken('gwen@people.example');
    expect((await byLink(token)).body).toMatchObject({
      state: 'unconfirmed',
      done: null,
      file_name: 'my resume.docx',
    });
    expect((await seen()).data).toEqual([]);
    expect((await byLink(token, 'confirm')).body).toMatchObject({
      done: 'confirmed',
      state: 'new',
    });
    expect((await seen()).data).toMatchObject([
      { name: 'Gwen Guest', state: 'new', meets_needs: true },
    ]);
    // Pressed twice, it is sent once.
    expect((await byLink(token, 'confirm')).body).toMatchObject({ done: null, state: 'new' });
    const mails = await post.sentTo('gwen@people.example');
    expect(mails.map(({ subject }) => subject.split(' · ')[0])).toEqual([
      'Your application was sent',
      'Send off your application',
    ]);
  });

  it('gets the same answer where the address has applied before; the mail alone says so', async () => {
    expect(await applyAsGuest({ name: 'Somebody Else' })).toMatchObject({ status: 200 });
    const [mail] = await post.sentTo('gwen@people.example');
    expect(mail?.subject).toContain('You have already applied');
    expect((await byLink(tokenIn(mail?.text ?? ''))).body).toMatchObject({
      name: 'Gwen Guest',
      state: 'new',
    });
  });

  it('withdraws and deletes by the link, and the company keeps it for the set time', async () => {
    await applyAsGuest({ email: 'wil@people.example' });
    await byLink(await newestToken('wil@people.example'), 'confirm');
    const token = await newestToken('wil@people.example');
    expect((await byLink(token, 'withdraw')).body).toMatchObject({
      done: 'withdrawn',
      state: 'withdrawn',
    });
    expect((await byLink(token, 'withdraw')).body).toMatchObject({ done: null });
    expect((await byLink(token, 'delete')).body).toMatchObject({ done: 'deleted' });
    expect((await byLink(token)).status).toBe(404);
    const [left] = await rowsOf(
      `select leaves_at between now() + interval '29 days' and now() + interval '31 days' as is_kept
        from public.applications where email = 'wil@people.example'`,
    );
    expect(left).toEqual({ is_kept: true });
    const [notice] = await post.sentTo(
      (await rowsOf('select email from auth.users where id = $1', [poster.id]))[0].email,
    );
    expect(notice?.text).toContain('1602.14');
  });

  it('whom nobody confirms vanishes after a day, with the file', async () => {
    await applyAsGuest({ email: 'day@people.example' });
    const token = await newestToken('day@people.example');
    await rowsOf(
      "update public.applications set applied_at = now() - interval '25 hours' where email = 'day@people.example'",
    );
    expect((await byLink(token, 'confirm')).status).toBe(404);
    const before = await rowsOf(
      "select count(*)::int as n from storage.objects where bucket_id = 'resumes'",
    );
    await database.asService.query({ text: 'select private.clean_applications()' });
    const after = await rowsOf(
      "select count(*)::int as n from storage.objects where bucket_id = 'resumes'",
    );
    expect(before[0].n - after[0].n).toBe(1);
    expect(
      await rowsOf("select from public.applications where email = 'day@people.example'"),
    ).toEqual([]);
  });

  it('is refused a bad file, a missing or foreign answer, and a job that takes none', async () => {
    const bad = new TextEncoder().encode('MZ this is a program');
    expect(await applyAsGuest({ email: 'bad@people.example' }, bad)).toMatchObject({
      status: 422,
      body: { code: 'resume_refused' },
    });
    expect(await applyAsGuest({ answers: {} })).toMatchObject({ body: { code: 'answer_needed' } });
    expect(await applyAsGuest({ answers: { 'How old are you?': '40' } })).toMatchObject({
      body: { code: 'questions_changed' },
    });
    const other = await postJob({
      application_url: 'https://a.example/x',
      applies_here: false,
      questions: [],
    });
    expect(await applyAsGuest({ jobId: other, answers: {} })).toMatchObject({
      body: { code: 'job_takes_none' },
    });
    expect(await applyAsGuest({ email: 'nothing' })).toMatchObject({
      body: { code: 'invalid_input' },
    });
  });

  it('writes to one address five times a day, and no more', async () => {
    const tries = [];
    for (let n = 0; n < 6; n += 1)
      tries.push((await applyAsGuest({ email: `many+${n}@people.example` })).status);
    expect(tries).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('ends the mails with one request of the mail program', async () => {
    await applyAsGuest({ email: 'quiet@people.example' });
    const token = await newestToken('quiet@people.example');
    await byLink(token, 'confirm');
    await byLink(await newestToken('quiet@people.example'), 'quiet');
    const before = (await post.sentTo('quiet@people.example')).length;
    await byLink(token, 'withdraw');
    expect((await post.sentTo('quiet@people.example')).length).toBe(before);
  });
});

describe('somebody with an account', () => {
  it('sends the profile in one press, without what they ask to be paid', async () => {
    const person = await actors.signedIn();
    await withProfile(person);
    expect(await applyAs(person, { answers: { 'Can you work nights?': 'No' } })).toMatchObject({
      isRepeat: false,
    });
    const { data } = await poster.client
      .from('applications')
      .select('profile, meets_needs, answers')
      .eq('applicant_id', person.id)
      .single();
    expect(data).toMatchObject({ profile: { headline: 'Inpatient coder' }, meets_needs: false });
    expect(JSON.stringify(data)).not.toContain('90,000');
    expect(await applyAs(person)).toMatchObject({ isRepeat: true });
    const { data: own } = await person.client.rpc('own_applications');
    expect(own).toMatchObject([{ state: 'new', is_closed: false, looked_at: null }]);
    expect(JSON.stringify(own)).not.toContain('meets');
  });

  it('must have confirmed the address, and send something', async () => {
    const unproved = await actors.signedIn(undefined, { isProved: false });
    await withProfile(unproved);
    expect((await applyAs(unproved)).code).toBe('confirm_address_first');
    expect((await applyAs(await actors.signedIn())).code).toBe('resume_needed');
  });

  it('applies thirty times a day', async () => {
    const person = await actors.signedIn();
    await withProfile(person);
    await rowsOf(
      `insert into public.applications (job_title, company_id, company_name, applicant_id, name, email, state)
        select 'Sample', j.company_id, 'Sample', $1, 'Many', n || '@many.example', 'new'
        from generate_series(1, 30) as n, public.jobs as j where j.id = $2`,
      [person.id, jobId],
    );
    expect((await applyAs(person)).code).toBe('too_many_applications');
  });

  it('presses twice at once and has applied once', async () => {
    const person = await actors.signedIn();
    await withProfile(person);
    const answers = await Promise.all([applyAs(person), applyAs(person), applyAs(person)]);
    expect(answers.map(({ isRepeat }) => isRepeat).sort()).toEqual([false, true, true]);
  });

  it('finds what was sent as a guest from the same address, once it is proved', async () => {
    const email = `later-${crypto.randomUUID()}@people.example`;
    await applyAsGuest({ email });
    await byLink(await newestToken(email), 'confirm');
    await applyAsGuest({ email, jobId: await postJob() });
    const unproved = await actors.signedIn(email, { isProved: false });
    expect((await unproved.client.rpc('own_applications')).data).toEqual([]);
    await rowsOf('update auth.users set email_proved_at = now() where id = $1', [unproved.id]);
    // The second one was never confirmed, and is nobody's.
    expect((await unproved.client.rpc('own_applications')).data).toMatchObject([
      { file_name: 'my resume.docx' },
    ]);
    expect(await applyAs(unproved)).toMatchObject({ isRepeat: true });
  });

  it('leaves: nothing is theirs any more, and the company has it for thirty days', async () => {
    const person = await actors.signedIn();
    await upload(person);
    const applied = await applyAs(person, { withProfile: false });
    await rowsOf('delete from auth.users where id = $1', [person.id]);
    const kept = await rowsOf(
      `select a.state, a.leaves_at > now() + interval '29 days' as is_kept, r.user_id, r.is_current
        from public.applications as a join public.resumes as r on r.id = a.resume_id where a.id = $1`,
      [applied.id],
    );
    expect(kept).toEqual([{ state: 'withdrawn', is_kept: true, user_id: null, is_current: false }]);
    await rowsOf('update public.applications set leaves_at = now() where id = $1', [applied.id]);
    await database.asService.query({ text: 'select private.clean_applications()' });
    expect(await rowsOf('select from public.applications where id = $1', [applied.id])).toEqual([]);
  });
});

async function upload({ client }: Person, file: Uint8Array<ArrayBuffer> = resume) {
  const body = new FormData();
  body.set('resume', new File([file], '../../my "resume".docx'));
  const { data, error } = await client.functions.invoke('keep-resume', { body });
  if (error) throw new Error(JSON.stringify(await error.context.json()));
  return data;
}

describe('a resume', () => {
  it('is replaced, and a company that has the old one keeps it', async () => {
    const person = await actors.signedIn();
    expect(await upload(person)).toEqual({
      fileName: 'my resume.docx',
      proposed: {
        headline: 'Inpatient Coder',
        location: 'Durham, NC',
        skills: ['CPT', 'HCPCS'],
        certifications: [],
      },
    });
    await applyAs(person, { withProfile: false });
    await upload(person, docxOf(['Another']));
    const { data } = await person.client.from('resumes').select('is_current').order('created_at');
    expect(data).toEqual([{ is_current: false }, { is_current: true }]);
    await person.client.rpc('remove_resume');
    expect((await person.client.from('resumes').select('is_current')).data).toEqual([
      { is_current: false },
    ]);
    // Nothing of a profile was written.
    expect(
      (await person.client.from('candidate_profiles').select('id').eq('user_id', person.id)).data,
    ).toEqual([]);
  });

  it('is answered as a file to save, to its person and the company, and to nobody else', async () => {
    const person = await actors.signedIn();
    await upload(person);
    await applyAs(person, { withProfile: false });
    const { data: row } = await person.client.from('resumes').select('object_name').single();
    const name = row?.object_name ?? '';
    for (const { client } of [person, poster]) {
      const { data } = await client.storage.from('resumes').createSignedUrl(name, 60);
      const answer = await fetch(
        new URL(data?.signedUrl ?? '').pathname + new URL(data?.signedUrl ?? '').search,
      );
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    }
    const [viewer, former, stranger, other] = [
      await actors.signedIn(),
      await actors.signedIn(),
      await actors.signedIn(),
      await actors.signedIn(),
    ];
    const [of] = await rowsOf(
      'select company_id from public.applications where applicant_id = $1',
      [person.id],
    );
    for (const { id } of [viewer, former]) {
      await rowsOf(`insert into public.company_members values ($1, $2, 'viewer')`, [
        of?.company_id,
        id,
      ]);
    }
    await rowsOf('delete from public.company_members where user_id = $1', [former.id]);
    // Of another company, to which the person has not applied.
    await storeJobs(database, [jobRow(other.id, { company: `Clinic ${other.id}` })]);
    const seen = await viewer.client.storage.from('resumes').createSignedUrl(name, 60);
    expect(seen.error).toBeNull();
    for (const { client } of [stranger, former, other, actors.anonymous]) {
      expect((await client.storage.from('resumes').download(name)).error).not.toBeNull();
      expect((await client.storage.from('resumes').createSignedUrl(name, 60)).error).not.toBeNull();
      expect(
        (await client.storage.from('resumes').upload(`${crypto.randomUUID()}.docx`, resume)).error,
      ).not.toBeNull();
    }
    expect((await person.client.storage.from('resumes').remove([name])).data).toEqual([]);
  });
});

it('keeps links as hashes alone', async () => {
  const token = await newestToken('gwen@people.example');
  const found = await rowsOf(
    'select token_hash from private.application_tokens where token_hash = any ($1)',
    [[token, sha256(token)]],
  );
  expect(found).toEqual([{ token_hash: sha256(token) }]);
});
