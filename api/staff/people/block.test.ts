import { describe, expect, it } from 'vitest';
import { createCandidates } from '#test/support/candidates.ts';
import { jobRow, postWithoutLimit } from '#test/support/jobs.ts';
import { goodPassword, openBrowser, signedInPerson } from '#test/support/people.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { goodCard, openMembershipApi } from '#test/support/test-membership.ts';

const api = await openMembershipApi();
const { actors, database, asAdmin } = api;
await postWithoutLimit(database);
const staffActor = createStaffActors(api);
const staff = await staffActor('staff');
const owner = await staffActor('owner');
const { candidate, send, reply } = createCandidates(actors);

const ask = createStaffCalls(api);
const act = (name: string, person: string, more: object = {}, by = staff) =>
  ask(by, name, { person, reason: 'They sent spam.', ...more });
const block = (person: string, more?: object) => act('block-person', person, more);
const unblock = (person: string) => act('unblock-person', person);

const boardOf = async (company: string) =>
  (await actors.anonymous.client.from('jobs').select('id').eq('company', company)).data?.length;

describe('a block', () => {
  it('takes down thirty jobs, the profile and all access at once, and lifting it restores everything', async () => {
    const [member, person] = [await actors.member(), await candidate()];
    const { conversationId } = await send(member, person, 'Good morning to you.');
    const company = `Spam ${crypto.randomUUID().slice(0, 8)}`;
    const row = jobRow(person.id, { company });
    await person.client.from('jobs').insert(Array.from({ length: 30 }, () => row));
    const seen = async () => [
      await boardOf(company),
      (await member.client.from('candidate_profiles').select('id').eq('id', person.profileId)).data
        ?.length,
      (await person.client.from('jobs').insert(row)).status,
      (await reply(member, conversationId, `Hello ${crypto.randomUUID()}`)).status,
    ];
    expect(await boardOf(company)).toBe(30);
    await reply(person, conversationId, 'Good morning.');
    expect((await block(person.id)).status).toBe(200);
    expect(await seen()).toEqual([0, 0, 403, 403]);
    expect((await block(person.id)).body.code).toBe('already_blocked');
    expect((await unblock(person.id)).body).toEqual({ blocked: false, until: null });
    expect(await seen()).toEqual([30, 1, 201, 200]);
    expect((await unblock(person.id)).body.code).toBe('not_blocked');
    const log = await api.fetch('/functions/v1/staff-list-log', {
      method: 'POST',
      headers: staff.headers,
      body: JSON.stringify({ filters: { subject: person.id } }),
    });
    expect((await log.json()).rows).toMatchObject([
      { act: 'unblock-person', before: { blocked: true }, after: { blocked: false } },
      {
        act: 'block-person',
        reason: 'They sent spam.',
        before: { blocked: false },
        after: { blocked: true, membership: 'end' },
      },
    ]);
  });

  it('gives user_banned at sign-in and refresh, and no newsletter is sent', async () => {
    const { auth } = openBrowser(api.call);
    const { user, session, email } = await signedInPerson(api.call);
    const { id } = user;
    await database.asService.query({
      text: `with proved as (
          update auth.users set email_proved_at = now() where email = $1::text)
        insert into public.newsletter_subscribers (email, consent_text, confirmed_at)
        values ($1, 'They agreed to this.', now())`,
      values: [email],
    });
    expect((await block(id)).status).toBe(200);
    const again = await auth.signInWithPassword({ email, password: goodPassword });
    expect(again.error?.code).toBe('user_banned');
    const refreshed = await auth.refreshSession({
      refresh_token: session.refresh_token,
    });
    expect(refreshed.error?.code).toBe('user_banned');
    const chosen = async () => {
      const { rows } = await database.asService.query<{ id: string; queued: number }>({
        text: `with edition as (
            insert into public.newsletter_editions (subject, text, text_hash)
            values ('News ' || $1, 'Words', encode(sha256(convert_to($1, 'utf8')), 'hex')) returning id)
          select id, 0 as queued from edition`,
        values: [crypto.randomUUID()],
      });
      await database.asService.query({
        text: 'select public.queue_newsletter_edition($1, 100)',
        values: [rows[0]?.id],
      });
      const { rowCount } = await database.asService.query({
        text: `select from public.newsletter_deliveries as d
          join public.newsletter_subscribers as s on s.id = d.subscriber_id
          where d.edition_id = $1 and s.email = $2`,
        values: [rows[0]?.id, email],
      });
      return rowCount;
    };
    expect(await chosen()).toBe(0);
    await unblock(id);
    expect(await chosen()).toBe(1);
  });

  it('waits for a write in progress, and refuses every one that starts after it', async () => {
    const person = await actors.signedIn();
    const written = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const company = `Race ${crypto.randomUUID().slice(0, 8)}`;
    const insert = {
      text: `insert into public.jobs (title, company, location, application_url, description,
          contact_name, contact_email, posted_by)
        values ('Denials Analyst', $2, 'Charlotte, NC', 'https://piedmont-valley.example/apply',
          'Find the root causes behind payer denials and write the appeals.', 'Sample Recruiter',
          'talent@piedmont-valley.example', $1)`,
      values: [person.id, company],
    };
    const underWay = database.asCaller(person.caller, async (session) => {
      await session.query(insert);
      written.resolve();
      await mayEnd.promise;
    });
    await written.promise;
    const blocked = block(person.id);
    await asAdmin(async (client) => {
      const waits = "select from pg_locks where locktype = 'advisory' and not granted";
      while ((await client.query(waits)).rowCount === 0);
    });
    mayEnd.resolve();
    await underWay;
    expect((await blocked).status).toBe(200);
    // Like a request that passed the gate just before.
    await expect(
      database.asCaller(person.caller, (session) => session.query(insert)),
    ).rejects.toMatchObject({ code: 'SF423' });
    await unblock(person.id);
    expect(await boardOf(company)).toBe(1);
  });

  it('during concurrent requests accepts none after it has answered', async () => {
    const person = await actors.signedIn();
    const company = `Storm ${crypto.randomUUID().slice(0, 8)}`;
    const write = async () =>
      (await person.client.from('jobs').insert(jobRow(person.id, { company }))).status;
    const running = Array.from({ length: 12 }, write);
    const blocked = block(person.id);
    const statuses = await Promise.all(running);
    expect((await blocked).status).toBe(200);
    const later = await Promise.all(Array.from({ length: 4 }, write));
    expect(later).toEqual([403, 403, 403, 403]);
    for (const status of statuses) expect([201, 403]).toContain(status);
    await unblock(person.id);
    expect(await boardOf(company)).toBe(statuses.filter((status) => status === 201).length);
  });

  it('leaves an earlier ban as it was', async () => {
    const person = await actors.signedIn();
    await actors.staff.client.auth.admin.updateUserById(person.id, { ban_duration: '24h' });
    await block(person.id);
    const { body } = await unblock(person.id);
    expect(body).toMatchObject({ blocked: true });
    expect(Date.parse(body.until)).toBeLessThan(Date.now() + 86_400_001);
  });

  it('cannot be applied to the last owner', async () => {
    const second = await staffActor('owner');
    expect((await act('block-person', second.id, {}, owner)).status).toBe(200);
    const last = await act('block-person', owner.id, {}, second);
    expect(last.body.code).toBe('user_banned');
    await expect(
      database.asService.query({
        text: "update auth.users set banned_until = 'infinity' where id = $1",
        values: [owner.id],
      }),
    ).rejects.toMatchObject({ code: 'SF410' });
  });
});

describe('the membership of a blocked person', () => {
  it('is not charged again, and renews again when the block is lifted', async () => {
    const person = await api.member();
    const portal = await api.invoke('customer-portal', person);
    await block(person.user.id);
    await api.settle();
    expect(await api.truth(person)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    // A page that was opened before the block.
    await api.send(portal.body.url, { do: 'resume' });
    expect(await api.truth(person)).toMatchObject({ cancel_at_period_end: false });
    await api.settle();
    expect(await api.truth(person)).toMatchObject({ cancel_at_period_end: true });
    await unblock(person.user.id);
    await api.settle();
    expect(await api.truth(person)).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
    });
  });

  it('is over at once if its last payment failed, so that no debt is collected', async () => {
    const person = await api.member();
    const { subscription_id: id } = await api.truth(person);
    const subscription = api.sandbox.state.subscriptions[id ?? ''];
    if (!subscription) throw new Error('There is no subscription.');
    subscription.status = 'past_due';
    await block(person.user.id);
    await api.settle();
    expect(await api.truth(person)).toMatchObject({ status: 'canceled' });
  });

  it('stays unchanged if staff say so, or if the person had ended it', async () => {
    const person = await api.member();
    await block(person.user.id, { membership: 'keep' });
    await api.settle();
    expect(await api.truth(person)).toMatchObject({ cancel_at_period_end: false });
    await unblock(person.user.id);
    const stripe = await api.payments.getStripe();
    const { subscription_id: id } = await api.truth(person);
    const ended = [
      // As the owner would in the dashboard, and as the person would in the portal.
      () => stripe.subscriptions.update(id ?? '', { cancel_at_period_end: true }),
      () => api.inPortal(person, { do: 'cancel' }),
    ];
    for (const end of ended) {
      await end();
      await block(person.user.id);
      await api.settle();
      await unblock(person.user.id);
      await api.settle();
      expect(await api.truth(person)).toMatchObject({ cancel_at_period_end: true });
      await api.inPortal(person, { do: 'resume' });
      expect(await api.truth(person)).toMatchObject({ cancel_at_period_end: false });
    }
  });

  it('is theirs again when the ban was lifted through the admin API', async () => {
    const person = await api.member();
    await block(person.user.id);
    await api.settle();
    expect(await api.truth(person)).toMatchObject({ cancel_at_period_end: true });
    const { auth } = api.actors.staff.client;
    await auth.admin.updateUserById(person.user.id, { ban_duration: 'none' });
    const stripe = await api.payments.getStripe();
    const { subscription_id: id } = await api.truth(person);
    await stripe.subscriptions.update(id ?? '', { cancel_at_period_end: false });
    await api.settle();
    await api.settle();
    expect(await api.truth(person)).toMatchObject({ cancel_at_period_end: false });
  });

  it('cannot be paid on a page that was open; what was just paid does not renew', async () => {
    const one = await signedInPerson(api.call);
    const open = await api.invoke('create-checkout', one);
    await block(one.user.id);
    await api.settle();
    await api.send(open.body.url, { number: goodCard });
    expect(await api.truth(one)).toMatchObject({ status: 'incomplete' });

    const other = await signedInPerson(api.call);
    const page = await api.invoke('create-checkout', other);
    await block(other.user.id);
    // Before the queue gets to close the page.
    expect((await api.send(page.body.url, { number: goodCard })).status).toBe(303);
    await api.settle();
    await api.settle();
    expect(await api.truth(other)).toMatchObject({ cancel_at_period_end: true });
  });
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
