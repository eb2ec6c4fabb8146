import { expect, it } from 'vitest';
import { openApplying } from '#test/support/applying.ts';
import { newEmail } from '#test/support/people.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, post, bugs } = api;
const { jobId, applyAsGuest, newestToken, byLink, rowsOf } = await openApplying(api);
const staffActor = createStaffActors(api);
const [owner, ada] = [await staffActor('owner'), await staffActor('staff')];

const ask = createStaffCalls(api);
const kindsOf = async (address: string, by = ada) => {
  const { body } = await ask(by, 'look-address', { address });
  return body.things.map(({ kind }: { kind: string }) => kind);
};
const reason = 'They wrote by letter, with a copy of their card.';
const forget = (address: string, by = owner) => ask(by, 'forget-address', { address, reason });

/** Somebody who is on every list that only needs an address. */
async function livesWithoutAccount(): Promise<string> {
  const email = newEmail();
  await rowsOf(
    `with subscribed as (insert into public.newsletter_subscribers (email, consent_text, confirmed_at)
        values ($1, 'I agree to get the newsletter.', now())),
      search as (select private.keep_search('jobs', '{}') as id),
      alert as (insert into public.alerts (email, kind, search_id, consent_text, confirmed_at)
        select $1, 'jobs', id, 'I agree to get these emails.', now() from search)
    insert into public.company_invitations (company_id, email, role)
      select company_id, $1, 'viewer' from public.jobs where id = $2`,
    [email, jobId],
  );
  await applyAsGuest({ email });
  await byLink(await newestToken(email), 'confirm');
  return email;
}

it('shows staff what is stored about an address without an account, and keeps the address out of the log', async () => {
  const email = await livesWithoutAccount();
  const { body } = await ask(ada, 'look-address', { address: ` ${email.toUpperCase()} ` });
  expect(body).toMatchObject({ account: null, mails: expect.any(Number) });
  expect(body.mails).toBeGreaterThan(0);
  expect(body.things.map(({ kind }: { kind: string }) => kind)).toEqual([
    'alert',
    'application',
    'invitation',
    'newsletter',
  ]);
  const { body: nobody } = await ask(ada, 'look-address', { address: newEmail() });
  expect(nobody).toEqual({ account: null, mails: 0, things: [] });
  const { body: log } = await ask(owner, 'list-log', { filters: { act: 'look-address' } });
  expect(log.rows[0]).toMatchObject({ actor: ada.email, subject_id: '' });
  expect(JSON.stringify(log)).not.toContain(email);
});

it('erases it once an owner confirms, and what a company may have to keep is removed later', async () => {
  const [email, other] = [await livesWithoutAccount(), await livesWithoutAccount()];
  expect((await forget(email, ada)).status).toBe(404);
  expect((await ask(owner, 'forget-address', { address: email })).status).toBe(400);
  expect((await forget(email)).status).toBe(200);
  const { body } = await ask(ada, 'look-address', { address: email });
  expect([body.mails, await kindsOf(email)]).toEqual([0, ['leaving']]);
  expect(new Date(body.things[0].at).getTime()).toBeGreaterThan(Date.now());
  // Nobody else's, and restoring a backup erases them again.
  expect(await kindsOf(other)).toHaveLength(4);
  const erased = await rowsOf(
    'select split_part(subject, $1, 1) as kind from private.erasures order by 1',
    ['-'],
  );
  expect(erased.map(({ kind }) => kind)).toEqual(['alert', 'application', 'newsletter']);
  const { body: log } = await ask(owner, 'list-log', { filters: { act: 'forget-address' } });
  expect(log.rows).toMatchObject([
    { reason, after: { newsletter: 1, alerts: 1, applications: 1, invitations: 1 } },
  ]);
  expect(JSON.stringify(log)).not.toContain(email);
  // The company is told, but they are not.
  const before = await post.sentTo(email);
  await post.deliver();
  expect(await post.sentTo(email)).toEqual(before);
});

it('leaves an account to its own deletion', async () => {
  const email = newEmail();
  const { id } = await actors.signedIn(email);
  await rowsOf('update auth.users set email_proved_at = now() where id = $1', [id]);
  expect((await ask(ada, 'look-address', { address: email })).body.account).toBe(id);
  const answer = await forget(email);
  expect([answer.status, answer.body.code]).toEqual([409, 'address_has_account']);
  expect(bugs).toEqual([]);
});
