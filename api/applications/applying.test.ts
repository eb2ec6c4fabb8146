import { describe, expect, it } from 'vitest';
import { sha256 } from '#api/secrets.ts';
import { site } from '#domain/site/brand.ts';
import { openApplying, questions, tokenIn } from '#test/support/applying.ts';
import { join, leave } from '#test/support/companies.ts';
import { newEmail } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database, post } = api;
const { poster, postJob, applyAsGuest, newestToken, byLink, rowsOf } = await openApplying(api);

/** As a task would that is late or retried. */
const askForLink = (email: string) =>
  rowsOf(
    `select queue.add('application-confirm', json_build_object('applicationId', id))
      from public.applications where email = $1`,
    [email],
  );

describe('where people apply', () => {
  it('is here or at a URL, and never both or neither', async () => {
    for (const changes of [
      { applies_here: false, questions: [] },
      { application_url: 'https://a.example' },
    ]) {
      await expect(postJob(changes)).rejects.toMatchObject({ message: 'Please enter a valid URL' });
    }
  });

  it('may have questions, and the database refuses invalid ones', async () => {
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
  it('sees no address of the poster in the email, which anybody could have caused', async () => {
    const jobId = await postJob({
      title: 'Your account is locked: evil-clinic.com',
      company: 'Unlock it at evil-clinic.com',
    });
    const email = newEmail();
    expect(await applyAsGuest({ jobId, email })).toMatchObject({ status: 200 });
    const [mail] = await post.sentTo(email);
    expect(mail?.text).toContain('A job on our board');
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil-clinic');
  });

  it('is hidden from everybody until the address is confirmed, and then visible to the company', async () => {
    const ours = { name: `${site.name} Supp0rt` };
    expect(await applyAsGuest({ ...ours, email: newEmail() })).toMatchObject({
      status: 400,
      body: { code: 'own_name' },
    });
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
    // Confirming twice sends it only once.
    expect((await byLink(token, 'confirm')).body).toMatchObject({ done: null, state: 'new' });
    await askForLink('gwen@people.example');
    const mails = await post.sentTo('gwen@people.example');
    expect(mails.map(({ subject }) => subject.split(' · ')[0])).toEqual([
      'Your application was sent',
      'Send your application',
    ]);
  });

  it('gets the same answer if the address has applied before; only the email says so', async () => {
    expect(await applyAsGuest({ name: 'Somebody Else' })).toMatchObject({ status: 200 });
    const [mail] = await post.sentTo('gwen@people.example');
    expect(mail?.subject).toContain('You have already applied');
    expect((await byLink(tokenIn(mail?.text ?? ''))).body).toMatchObject({
      name: 'Gwen Guest',
      state: 'new',
    });
  });

  it('withdraws and deletes with the link, and the company keeps it for the retention period', async () => {
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

  it('is not named in emails to recruiters with unproved mailboxes, banned people or viewers', async () => {
    const recruiters = [await actors.signedIn(newEmail()), await actors.signedIn(newEmail())];
    const [unproved, banned] = recruiters.map(({ id }) => id);
    const viewer = await actors.signedIn(newEmail());
    const [{ company_id: company }] = await rowsOf(
      'select company_id from public.jobs where posted_by = $1 limit 1',
      [poster.id],
    );
    for (const { id } of recruiters) await join(database, company, id);
    await join(database, company, viewer.id, 'viewer');
    await rowsOf('update auth.users set email_proved_at = null where id = $1', [unproved]);
    await rowsOf(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      banned,
    ]);
    const email = 'unnamed@people.example';
    await applyAsGuest({ email });
    await byLink(await newestToken(email), 'confirm');
    await byLink(await newestToken(email), 'delete');
    const sent = await Promise.all(
      [poster, ...recruiters, viewer].map(async ({ id }) => {
        const [{ email: to }] = await rowsOf('select email from auth.users where id = $1', [id]);
        return (await post.sentTo(to)).some(({ text }) => text.includes('1602.14'));
      }),
    );
    expect(sent).toEqual([true, false, false, false]);
    for (const { id } of [...recruiters, viewer]) await leave(database, company, id);
  });

  it('sees through the link that the posting was closed, and that nobody has answered', async () => {
    const email = 'waits@people.example';
    const jobId = await postJob();
    await applyAsGuest({ jobId, email });
    await byLink(await newestToken(email), 'confirm');
    const token = await newestToken(email);
    expect((await byLink(token)).body).toMatchObject({ is_closed: false, is_silent: false });
    await rowsOf('update public.applications set silence_told_at = now() where email = $1', [
      email,
    ]);
    await rowsOf('update public.jobs set is_active = false where id = $1', [jobId]);
    expect((await byLink(token)).body).toMatchObject({ is_closed: true, is_silent: true });
  });

  it('who withdrew is told how to apply again, and can', async () => {
    const email = 'back@people.example';
    await applyAsGuest({ email });
    await applyAsGuest({ email });
    const [second, first] = await post.sentTo(email);
    await byLink(tokenIn(first?.text ?? ''), 'confirm');
    const own = await newestToken(email);
    expect((await byLink(own, 'withdraw')).body).toMatchObject({ done: 'withdrawn' });
    expect((await byLink(tokenIn(second?.text ?? ''), 'confirm')).body).toMatchObject({
      done: 'withdrawn-before',
    });
    await applyAsGuest({ email });
    const [mail] = await post.sentTo(email);
    expect(mail?.subject).toContain('You withdrew your application for this job');
    expect(mail?.text).not.toContain('one is enough');
    const there = tokenIn(mail?.text ?? '');
    expect((await byLink(there)).body).toMatchObject({ state: 'withdrawn' });
    expect((await byLink(there, 'delete')).body).toMatchObject({ done: 'deleted' });
    expect((await byLink(tokenIn(second?.text ?? ''), 'confirm')).body).toMatchObject({
      done: 'confirmed',
    });
  });

  it('can apply again after deleting; the third time says that it was not sent', async () => {
    const email = 'again@people.example';
    for (const _ of [1, 2]) {
      await applyAsGuest({ email });
      expect((await byLink(await newestToken(email), 'confirm')).body.done).toBe('confirmed');
      await byLink(await newestToken(email), 'delete');
    }
    await applyAsGuest({ email });
    expect((await byLink(await newestToken(email), 'confirm')).body).toMatchObject({
      done: 'twice',
      state: 'unconfirmed',
    });
  });

  it('who does not confirm is removed after a day, with the file', async () => {
    await applyAsGuest({ email: 'day@people.example' });
    const token = await newestToken('day@people.example');
    await rowsOf(
      "update public.applications set applied_at = now() - interval '25 hours' where email = 'day@people.example'",
    );
    expect((await byLink(token, 'confirm')).status).toBe(404);
    await askForLink('day@people.example');
    expect(await post.sentTo('day@people.example')).toHaveLength(1);
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

  it('can write an answer with many lines up to the limit, and is told when it is too long', async () => {
    const asked = { kind: 'text', question: 'Tell us', options: [], needed: false, wanted: [] };
    const jobId = await postJob({ questions: [asked] });
    const answer = (text: string) =>
      applyAsGuest({ jobId, email: 'long@people.example', answers: { 'Tell us': text } });
    // As a browser submits a form: 25 characters per line, including one line break.
    expect(await answer(`${'x'.repeat(24)}\r\n`.repeat(40))).toMatchObject({ status: 200 });
    expect(await answer('x'.repeat(1_001))).toMatchObject({
      body: { error: 'answers.Tell us: Each answer must be less than 1000 characters' },
    });
  });

  it('is refused for a bad file, a missing or foreign answer, or a job that takes no applications', async () => {
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

  it('can apply to one address five times a day', async () => {
    const tries = [];
    for (let n = 0; n < 6; n += 1)
      tries.push((await applyAsGuest({ email: `many+${n}@people.example` })).status);
    expect(tries).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('can try twenty times an hour from one place, whatever they send', async () => {
    const tries = [];
    for (let n = 0; n < 21; n += 1)
      tries.push((await applyAsGuest({}, new Uint8Array(0), 'cv.txt', '203.0.113.9')).body.code);
    expect(tries.slice(19)).toEqual(['resume_refused', 'over_request_rate_limit']);
  });

  it('unsubscribes with a single request by the email program', async () => {
    await applyAsGuest({ email: 'quiet@people.example' });
    const token = await newestToken('quiet@people.example');
    await byLink(token, 'confirm');
    await byLink(await newestToken('quiet@people.example'), 'quiet');
    const before = (await post.sentTo('quiet@people.example')).length;
    await byLink(token, 'withdraw');
    expect((await post.sentTo('quiet@people.example')).length).toBe(before);
  });

  it('still gets messages from the company, which has no other way to reach them', async () => {
    const email = `letter-${crypto.randomUUID()}@people.example`;
    await applyAsGuest({ email });
    const token = await newestToken(email);
    await byLink(token, 'confirm');
    await byLink(token, 'quiet');
    const [row] = await rowsOf('select id from public.applications where email = $1', [email]);
    const message = 'Can you come on Monday at ten?';
    const { error } = await poster.client.functions.invoke('message-applicant', {
      body: { applicationId: row.id, message },
    });
    expect(error).toBeNull();
    const [letter] = await post.sentTo(email);
    expect(letter?.text).toContain(message);
    expect((await byLink(token)).body.said).toMatchObject([{ words: message }]);
  });
});

it('has links that are stored only as hashes', async () => {
  const token = await newestToken('gwen@people.example');
  const found = await rowsOf(
    'select token_hash from private.application_tokens where token_hash = any ($1)',
    [[token, sha256(token)]],
  );
  expect(found).toEqual([{ token_hash: sha256(token) }]);
});

it('is told while waiting that the company is gone, and the application with it', async () => {
  const email = 'left@people.example';
  await applyAsGuest({ email });
  await byLink(await newestToken(email), 'confirm');
  await post.deliver();
  await rowsOf(
    `delete from public.companies where id in (
      select company_id from public.jobs where posted_by = $1)`,
    [poster.id],
  );
  const [mail] = await post.sentTo(email);
  expect(mail?.subject).toContain('A company that you applied to has left');
});
