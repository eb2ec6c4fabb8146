import { expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { openApplying } from '#test/support/applying.ts';
import { createAskBehind } from '#test/support/ask-behind.ts';
import { createCandidates } from '#test/support/candidates.ts';
import { jobRow, storeManyJobs } from '#test/support/jobs.ts';
import { asBlob, picture } from '#test/support/pictures.ts';
import { createTeams } from '#test/support/teams.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database, post, asAdmin, bugs } = api;
const askBehind = createAskBehind(asAdmin);
const { founder, person, invite, tokenOf, join, subscribe } = createTeams({
  actors,
  database,
  post,
});

/** Sent at the same moment, when there is room for just one of them. */
async function countDone(asked: PromiseLike<{ error: unknown }>[]): Promise<number> {
  const answers = await Promise.all(asked);
  return answers.filter(({ error }) => !error).length;
}

it('a list of 499 jobs takes one more', async () => {
  const poster = await actors.signedIn();
  const { id, client } = await actors.signedIn();
  const ids = await storeManyJobs(api, jobRow(poster.id), 507);
  await client.rpc('save_jobs', { ids: ids.slice(0, 499) });
  const taking = {
    text: 'insert into public.saved_jobs (user_id, job_id) values ($1, $2)',
    values: [id, ids[500]],
  };
  const job = { user_id: id, job_id: ids[501] ?? '' };
  const answer = await askBehind(taking, () => client.from('saved_jobs').insert(job));
  expect(answer?.error?.code).toBe('23514');

  await client.from('saved_jobs').delete().eq('user_id', id);
  // Two tabs that bring what the device had saved: as much of it as there is room for.
  const tabs = await Promise.all(
    [ids.slice(0, 300), ids.slice(207)].map((each) => client.rpc('save_jobs', { ids: each })),
  );
  const saved = tabs.map(({ data }) => data ?? 0).sort((a, b) => a - b);
  expect(saved).toEqual([200, 300]);
});

it('49 hidden employers take one more', async () => {
  const { id, client } = await actors.signedIn();
  const companies = Array.from({ length: 49 }, (_, nth) => `Clinic ${nth}`);
  await client.rpc('hide_from', { companies });
  const taking = {
    text: `insert into public.profile_hides (user_id, company) values ($1, 'Hospital')`,
    values: [id],
  };
  const answer = await askBehind(taking, () => client.rpc('hide_from', { companies: ['Surgery'] }));
  expect(answer?.error?.code).toBe('23514');
});

const store = (bucket: string, folder: string, length: number) =>
  database.asService.query({
    text: `insert into storage.objects (bucket_id, name, owner_id, version, metadata)
      select $1, $2 || '/' || nth || '.webp', '', nth::text, '{}' from generate_series(1, $3) as nth`,
    values: [bucket, folder, length],
  });

async function uploadAtOnce({ client }: Actor, bucket: string, folder: string) {
  const file = asBlob(await picture('png'));
  const files = client.storage.from(bucket);
  return countDone(
    Array.from({ length: 8 }, () => files.upload(`${folder}/${crypto.randomUUID()}.png`, file)),
  );
}

it('a folder of 19 pictures takes one more', async () => {
  const who = await actors.signedIn();
  await store('avatars', who.id, 19);
  expect(await uploadAtOnce(who, 'avatars', who.id)).toBe(1);
});

it('a company that tried nine logos may try one more', async () => {
  const admin = await founder();
  await store('company-logos', admin.company, 9);
  expect(await uploadAtOnce(admin, 'company-logos', admin.company)).toBe(1);
});

it('somebody who works for 19 companies can join one more', async () => {
  const guest = await person();
  await database.asService.query({
    text: `with made as (insert into public.companies (slug, name)
        select 'clinic-of-many-' || nth, 'Clinic of many ' || nth from generate_series(1, 19) as nth returning id)
      insert into public.company_members (company_id, user_id, role) select id, $1, 'viewer' from made`,
    values: [guest.id],
  });
  const tokens = [];
  for (let nth = 0; nth < 3; nth += 1) {
    const admin = await founder();
    await invite(admin, admin.company, guest.email, 'viewer');
    tokens.push(await tokenOf(guest.email));
  }
  const joined = tokens.map((token) => guest.client.rpc('accept_invitation', { token }));
  expect(await countDone(joined)).toBe(1);
});

it('a posting that is being closed takes no application, from an account or through the link in a mail', async () => {
  const { postJob, applyAs, applyAsGuest, newestToken, byLink, withProfile } =
    await openApplying(api);
  const jobId = await postJob();
  const close = { text: 'update public.jobs set is_active = false where id = $1', values: [jobId] };
  const applicant = await actors.signedIn();
  await withProfile(applicant);
  const email = `${crypto.randomUUID()}@people.example`;
  await applyAsGuest({ jobId, email });
  const token = await newestToken(email);
  expect(await askBehind(close, () => applyAs(applicant, { jobId, withResume: false }))).toEqual({
    code: 'job_takes_none',
  });
  await database.asService.query({
    text: 'update public.jobs set is_active = true where id = $1',
    values: [jobId],
  });
  expect(await askBehind(close, () => byLink(token, 'confirm'))).toMatchObject({
    status: 200,
    body: { done: 'closed', state: 'unconfirmed' },
  });
});

it('an application that the link in a mail is just confirming is the one that its owner sends', async () => {
  const { postJob, applyAs, applyAsGuest, newestToken, withProfile } = await openApplying(api);
  const [jobId, applicant] = [await postJob(), await person()];
  await withProfile(applicant);
  await applyAsGuest({ jobId, email: applicant.email });
  const confirm = {
    text: `select private.application_by_link(encode(sha256(convert_to($1, 'UTF8')), 'hex'), 'confirm')`,
    values: [await newestToken(applicant.email)],
  };
  expect(await askBehind(confirm, () => applyAs(applicant, { jobId, withResume: false }))).toEqual({
    id: expect.any(String),
    isRepeat: true,
  });
  expect(bugs).toEqual([]);
});

it('an invitation that is accepted while it is sent again is accepted', async () => {
  const [admin, guest] = [await founder(), await person()];
  const { data: invitation } = await invite(admin, admin.company, guest.email);
  const hold = { text: 'select private.lock_company($1)', values: [admin.company] };
  const accept = {
    text: 'delete from public.company_invitations where id = $1',
    values: [invitation],
  };
  const again = () => admin.client.rpc('send_invitation_again', { invitation: invitation ?? '' });
  expect((await askBehind(hold, again, accept))?.error).toMatchObject({
    message: 'This invitation is not there any more.',
  });
});

it('when two of a team write to a candidate, the second reads that a message already waits for an answer', async () => {
  const { candidate, send, reply } = createCandidates(actors);
  const admin = await founder();
  const colleague = await join(admin);
  await subscribe(colleague);
  const whom = await candidate();
  const { conversationId } = await send(admin, whom, 'Good morning, we look for a CDI specialist.');
  await reply(whom, conversationId, 'Yes, please.');
  const write = {
    text: `select private.add_message(c, $2, 'When may I call?', gen_random_uuid())
      from public.conversations as c where c.id = $1`,
    values: [conversationId, admin.id],
  };
  const call = () => send(colleague, whom, 'May I call you?');
  expect(await askBehind(write, call)).toMatchObject({ code: 'message_unanswered' });
});

it('what a deadlock undid is tried once more', async () => {
  const { caller } = await actors.signedIn();
  const take = (...keys: number[]) => ({
    text: `select ${keys.map((key) => `pg_advisory_xact_lock(310, ${key})`).join(', ')}`,
  });
  const hold = { text: `set local deadlock_timeout = '1min'; ${take(2).text}` };
  const both = () => database.askAs(caller, take(1, 2)).then(({ rowCount }) => rowCount);
  expect(await askBehind(hold, both, take(1))).toBe(1);
});

it('a message to somebody who is being deleted finds nobody', async () => {
  const { candidate, send, reply } = createCandidates(actors);
  const hello = 'Good morning, we look for a CDI specialist.';
  const [member, first, second] = [await actors.member(), await candidate(), await candidate()];
  const goes = ({ id }: { id: string }) => ({
    text: 'select private.delete_account($1)',
    values: [id],
  });
  expect(await askBehind(goes(first), () => send(member, first, hello))).toMatchObject({
    status: 404,
    code: 'candidate_not_found',
  });
  const { conversationId } = await send(member, second, hello);
  await reply(second, conversationId, 'Yes, please.');
  expect(
    await askBehind(goes(second), () => reply(member, conversationId, 'When may I call?')),
  ).toMatchObject({ status: 403, code: 'conversation_closed' });
  expect(bugs).toEqual([]);
});
