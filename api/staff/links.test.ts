import { describe, expect, it } from 'vitest';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { openTestApi } from '#test/support/test-api.ts';

/** What somebody could try with the link of an email that was meant for something else. */

const api = await openTestApi();
const { actors, database, post } = api;
const staffActor = createStaffActors(api);

type Headers = { headers: Record<string, string> };
async function ask(name: string, { headers }: Headers, body: object = {}) {
  const response = await api.fetch(`/functions/v1/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
const act = (name: string, by: Headers, body: object = {}) => ask(`staff-${name}`, by, body);
const set = (text: string, ...values: unknown[]) => database.asService.query({ text, values });

async function linkIn(email: string, name: string): Promise<string> {
  const mails = await post.sentTo(email);
  const texts = mails.map(({ text }) => decodeURIComponent(text));
  return (
    texts
      .find((text) => text.includes(name))
      ?.split(name)[1]
      ?.match(/token=([\w-]+)/)?.[1] ?? ''
  );
}

async function giveFactor(person: string) {
  await set(
    `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
    person,
  );
}

describe('a link in an email', () => {
  /** Every kind of link, and what each one opens. */
  async function links() {
    const [owner, staff] = [await staffActor('owner'), await staffActor('staff')];
    const newPerson = async () => {
      const email = `${crypto.randomUUID()}@people.example`;
      const person = await actors.signedIn(email);
      await set('update auth.users set email_proved_at = now() where id = $1', person.id);
      return { ...person, email };
    };
    const [asked, lost, copied, judged] = await Promise.all([1, 2, 3, 4].map(newPerson));
    if (!asked || !lost || !copied || !judged) throw new Error('nobody');
    await act('appoint', owner, { email: asked.email, role: 'staff' });
    await giveFactor(lost.id);
    await act('help-lost-factor', staff, { person: lost.id, reason: 'They called.' });
    await act('send-export', staff, { person: copied.id, reason: 'They asked.' });
    const [job = ''] = await storeJobs(database, [jobRow(judged.id)]);
    await set(`insert into public.job_reports (job_id, reason) values ($1, 'scam')`, job);
    const { body } = await act('list-cases', staff, { filters: { person: judged.id } });
    const { id } = body.rows[0];
    await act('hide-case', staff, { id, version: 1, reason: 'It asks for a fee.' });
    const tokens = {
      accept: await linkIn(asked.email, '/staff/accept'),
      keep: await linkIn(lost.email, '/keep-second-step'),
      take: await linkIn(copied.email, '/account/export'),
      answer: await linkIn(judged.email, '/our-decision'),
    };
    const open = {
      accept: async (token: string, by: Headers = asked) =>
        (await act('accept', by, { token })).status === 200,
      keep: async (token: string) =>
        (await actors.anonymous.client.rpc('keep_second_step', { token })).data === true,
      take: async (token: string) =>
        (await ask('take-export', actors.anonymous, { token })).status === 200,
      answer: async (token: string, words = 'It is for the licence.') => {
        const { status, body } = await ask('answer-review', actors.anonymous, { token, words });
        return status === 200 && body.is_sent === true;
      },
    };
    return { tokens, open, asked, lost, copied, judged, caseId: id as string };
  }

  it('opens what it was made for, and nothing else', async () => {
    const { tokens, open, lost, copied } = await links();
    for (const [kind, use] of Object.entries(open)) {
      for (const [other, token] of Object.entries(tokens)) {
        expect([other, token]).toEqual([other, expect.stringMatching(/^[\w-]{20,}$/)]);
        if (other !== kind) expect([kind, other, await use(token)]).toEqual([kind, other, false]);
      }
    }
    // The role is only for the account of its address.
    expect(await open.accept(tokens.accept, lost)).toBe(false);
    expect(await open.accept(tokens.accept, copied)).toBe(false);
    for (const kind of ['accept', 'keep', 'take', 'answer'] as const)
      expect([kind, await open[kind](tokens[kind])]).toEqual([kind, true]);
    // Again: a copy can be fetched until its link expires; everything else works only once.
    for (const kind of ['accept', 'keep', 'answer'] as const)
      expect([kind, await open[kind](tokens[kind])]).toEqual([kind, false]);
  });

  it('is useless after it expires', async () => {
    const { tokens, open, copied, judged, caseId } = await links();
    await api.asAdmin(async (client) => {
      await client.query(`set session_replication_role = replica;
        update staff.exports set ends_at = now() - interval '1 second';
        update staff.invitations set ends_at = now() - interval '1 second';
        set session_replication_role = default`);
    });
    expect(await open.take(tokens.take)).toBe(false);
    expect(await open.accept(tokens.accept)).toBe(false);
    // Released in the meantime, so there is nothing left to appeal.
    const staff = await staffActor('staff');
    await act('release-case', staff, { id: caseId, version: 2 });
    expect(await open.answer(tokens.answer)).toBe(false);
    await actors.staff.client.auth.admin.deleteUser(copied.id);
    await actors.staff.client.auth.admin.deleteUser(judged.id);
    expect(await open.take(tokens.take)).toBe(false);
  });
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
