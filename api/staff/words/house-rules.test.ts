import { describe, expect, it } from 'vitest';
import type { Running } from '#api/running.ts';
import { sha256 } from '#api/secrets.ts';
import { wordKinds } from '#app/content/words/kinds.ts';
import { postingRules } from '#app/content/words/posting-rules.ts';
import { signUp } from '#app/content/words/sign-up.ts';
import { postingLimits, usualPostingRules } from '#domain/jobs/posting-rules.ts';
import { jobRow } from '#test/support/jobs.ts';
import { goodPassword, newEmail, openBrowser } from '#test/support/people.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testSetUp } from '#test/support/test-set-up.ts';
import { publisher } from './fixture/publisher.ts';

const running: Running = {
  setUp: testSetUp,
  wordKinds: [signUp, postingRules],
  postalAddress: undefined,
  renderMail: async () => ({ subject: '', html: '', text: '' }),
  ask: async () => new Response(),
};
const api = await openTestApi({ running });
const { database, actors, post } = api;
const staffActor = createStaffActors(api);
const owner = await staffActor('owner');
const staff = await staffActor('staff');
const { publish, restore } = publisher(api);

const closed = { ...signUp.first, state: 'closed' };
const tryIt = (email = newEmail(), data: object = {}) =>
  openBrowser(api.call).auth.signUp({ email, password: goodPassword, options: { data } });

describe('sign-up', () => {
  it('is closed by an owner at once, whichever way people come, and opened again', async () => {
    expect((await tryIt()).error).toBeNull();
    expect((await publish(owner, 'sign-up', closed)).status).toBe(200);
    expect((await tryIt()).error).toMatchObject({ status: 422, code: 'signup_disabled' });
    const email = newEmail();
    const asked = await openBrowser(api.call).auth.signInWithOtp({ email });
    expect(asked.error).toBeNull();
    expect(await post.sentTo(email)).toEqual([]);
    const facts = await api.fetch('/auth/v1/settings', { headers: actors.anonymous.headers });
    expect(await facts.json()).toMatchObject({ disable_signup: true });
    await restore(owner, 'sign-up', 0);
    expect((await tryIt()).error).toBeNull();
  });

  it('creates no account from a link that was requested while it was open', async () => {
    const email = newEmail();
    await openBrowser(api.call).auth.signInWithOtp({ email });
    await publish(owner, 'sign-up', closed);
    expect(await post.sentTo(email)).toEqual([]);
    await restore(owner, 'sign-up', 0);
  });

  it('lets in people with the link of a staff invitation, with that address only', async () => {
    await publish(owner, 'sign-up', closed);
    const email = newEmail();
    const invitation = 'a-link-that-came-by-mail';
    await api.asAdmin(async (client) => {
      // The log is not tested here.
      await client.query('set session_replication_role = replica');
      await client.query(
        `insert into staff.invitations (email, role, appointed_by, token_hash) values ($1, 'staff', $2, $3)`,
        [email, owner.id, sha256(invitation)],
      );
    });
    const refused = { status: 422, code: 'signup_disabled' };
    // Without the link, nothing distinguishes an invited address from any other.
    expect((await tryIt(email)).error).toMatchObject(refused);
    expect((await tryIt(email, { invitation: 'another' })).error).toMatchObject(refused);
    expect((await tryIt(newEmail(), { invitation })).error).toMatchObject(refused);
    expect((await tryIt(email, { invitation: { $ne: 1 } })).error).toMatchObject(refused);
    const { data, error } = await tryIt(email.toUpperCase(), { invitation, full_name: 'Ann Lee' });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Ann Lee' });
    expect(data.user?.user_metadata).not.toHaveProperty('invitation');
    await restore(owner, 'sign-up', 0);
  });

  it('is for owners, in SQL too', async () => {
    expect((await publish(staff, 'sign-up', closed)).body.code).toBe('owner_needed');
    await expect(direct('sign-up', { state: 'closed' }, staff)).rejects.toMatchObject({
      code: 'SF418',
    });
    await expect(direct('sign-up', { state: 'ajar' })).rejects.toMatchObject({ code: 'SF440' });
  });
});

describe('the rules of postings', () => {
  const jobs = async (count: number) => {
    const person = await actors.signedIn();
    return person.client
      .from('jobs')
      .insert(Array.from({ length: count }, () => jobRow(person.id)) as never[])
      .select('id');
  };

  /** What a trigger decides after the insert is in the row that is then read. */
  async function isHeld({ data }: Awaited<ReturnType<typeof jobs>>) {
    const { rows } = await database.asService.query<{ is_held: boolean }>({
      text: 'select hidden_at is not null as is_held from public.jobs where id = $1',
      values: [data?.[0]?.id],
    });
    return rows[0]?.is_held;
  }

  it('apply from the next job on, and are the server’s until an owner publishes others', async () => {
    expect((await jobs(3)).error).toBeNull();
    await publish(owner, 'posting-rules', { ...usualPostingRules, jobs_per_day: 2 });
    expect((await jobs(3)).error?.message).toContain('You have posted 2 jobs today');
    await publish(owner, 'posting-rules', { ...usualPostingRules, jobs_review_first: true });
    expect(await isHeld(await jobs(1))).toBe(true);
    await restore(owner, 'posting-rules', 0);
    expect(await isHeld(await jobs(3))).toBe(false);
  });

  it('hold back jobs by people with an unconfirmed address, as owners choose', async () => {
    await publish(owner, 'posting-rules', { ...usualPostingRules, jobs_unconfirmed_live: 0 });
    const person = await actors.signedIn();
    await database.asService.query({
      text: 'update auth.users set email_proved_at = null where id = $1',
      values: [person.id],
    });
    const { status } = await person.client.from('jobs').insert(jobRow(person.id) as never);
    expect(status).toBe(403);
    await restore(owner, 'posting-rules', 0);
  });

  it('stay within their limits, in the editor and in SQL', async () => {
    for (const [name, { least, most }] of Object.entries(postingLimits)) {
      for (const value of [least, most]) {
        expect(
          (await publish(owner, 'posting-rules', { ...usualPostingRules, [name]: value })).status,
        ).toBe(200);
      }
      for (const value of [least - 1, most + 1, least + 0.5, 'many', null]) {
        const given = { ...usualPostingRules, [name]: value };
        expect((await publish(owner, 'posting-rules', given)).status).toBe(400);
        await expect(direct('posting-rules', given)).rejects.toMatchObject({ code: 'SF440' });
      }
    }
    await expect(direct('posting-rules', {})).rejects.toMatchObject({ code: 'SF440' });
    await restore(owner, 'posting-rules', 0);
  });

  it('are for owners, in SQL too', async () => {
    expect((await publish(staff, 'posting-rules', usualPostingRules)).body.code).toBe(
      'owner_needed',
    );
    await expect(direct('posting-rules', usualPostingRules, staff)).rejects.toMatchObject({
      code: 'SF418',
    });
  });
});

describe('what only owners publish', () => {
  const kinds = wordKinds
    .filter(({ publishedBy }) => publishedBy === 'owner')
    .map(({ name }) => name);

  it('includes the rules, the plans and the legal texts, the company’s name and what it says about itself', () => {
    expect(kinds.toSorted()).toEqual([
      'about',
      'accessibility',
      'brand',
      'fulfillment',
      'plans',
      'posting-rules',
      'privacy',
      'seats',
      'sign-up',
      'terms',
    ]);
  });

  it('cannot be published by anybody else, even through SQL', async () => {
    const callers = [
      { caller: actors.anonymous.caller, codes: ['42501', '3F000'] },
      { caller: (await actors.signedIn()).caller, codes: ['SF404'] },
      { caller: (await staffActor('viewer')).caller, codes: ['SF404'] },
      { caller: (await staffActor('owner', { level: 'aal1' })).caller, codes: ['SF404'] },
      { caller: staff.caller, codes: ['SF418'] },
      { caller: (await staffActor('owner', { shownAgo: '6 minutes' })).caller, codes: ['SF403'] },
    ];
    for (const kind of kinds) {
      for (const { caller, codes } of callers) {
        const refused = await direct(kind, {}, { caller }).catch(
          (error: { code: string }) => error.code,
        );
        expect([kind, codes.includes(String(refused)), refused]).toEqual([kind, true, refused]);
      }
    }
  });
});

/** Bypasses the editor. */
function direct(kind: string, content: object, person: Pick<typeof owner, 'caller'> = owner) {
  return database.asCaller(person.caller, (session) =>
    session.query({
      text: `select staff.publish_words($1, coalesce((select max(version) from staff.words where kind = $1), 0),
        $2, repeat('0', 64), now(), '')`,
      values: [kind, JSON.stringify(content)],
    }),
  );
}

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
