import { describe, expect, it } from 'vitest';
import { createCandidates } from '#test/support/candidates.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database } = await openTestApi();
const { candidate, send, reply } = createCandidates(actors);
const [member, stranger] = [await actors.member(), await actors.signedIn()];

/** The result, or the refusal's message. */
const ask = (who: typeof stranger, text: string, values: unknown[] = []) =>
  database
    .askAs<Record<string, unknown>>(who.caller, { text, values })
    .then(({ rows }) => rows)
    .catch(({ message }) => message);

describe('the messages’ functions check for themselves, whoever calls them', () => {
  const words = 'Good morning, we look for a CDI specialist.';
  const write = (who: typeof stranger, to: string) =>
    ask(who, 'select * from private.write_to_candidate($1, $2, null)', [to, words]);

  it('that there is a membership and that the profile is visible', async () => {
    const [person, hidden] = [await candidate(), await candidate({ public_profile: false })];
    expect(await write(stranger, person.id)).toBe('membership_needed');
    expect(await write(member, hidden.id)).toBe('candidate_not_found');
    expect(await write(member, member.id)).toBe('candidate_not_found');
    expect(await write(member, person.profileId)).toMatchObject([{ is_repeated: false }]);
  });

  it('that the profile is visible in every answer of a member', async () => {
    const person = await candidate();
    const { conversationId } = await send(member, person, words);
    await reply(person, conversationId, 'Gladly.');
    await person.client
      .from('candidate_profiles')
      .update({ public_profile: false })
      .eq('user_id', person.id);
    const answer = (who: typeof stranger) =>
      ask(who, `select * from private.reply_in_conversation($1, 'When?', null)`, [conversationId]);
    expect(await answer(member)).toBe('conversation_closed');
    expect(await answer(stranger)).toBe('conversation_not_found');
    expect(await answer(person)).toMatchObject([{ conversation_id: conversationId }]);
  });
});

describe('a membership and its customer', () => {
  it('are shown to their owner, and to nobody else', async () => {
    await database.asService.query({
      text: 'update public.subscriptions set customer_id = $2 where user_id = $1',
      values: [member.id, `cus_${member.id}`],
    });
    const membership = 'select has_access from private.own_membership()';
    const customer = 'select private.own_customer(0) as id';
    expect(await ask(member, membership)).toEqual([{ has_access: true }]);
    expect(await ask(member, customer)).toEqual([{ id: `cus_${member.id}` }]);
    expect(await ask(stranger, membership)).toEqual([]);
    expect(await ask(stranger, customer)).toEqual([{ id: null }]);
    for (const text of [membership, customer, 'select private.own_lost_seat()']) {
      const visitor = database.askAs(actors.anonymous.caller, { text });
      await expect(visitor).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('the confirmation of a job', () => {
  const confirm = (who: typeof stranger, id: string, to: string) =>
    ask(who, 'select private.confirm_job($1, $2) as sent', [id, to]);

  it('is requested by the poster alone, to the contact or to themselves, once', async () => {
    const contact = 'contact@clinic.example';
    const row = jobRow(member.id, { contact_email: contact });
    const [id = ''] = await storeJobs(database, [row]);
    for (const [who, to] of [
      [stranger, contact],
      [member, 'somebody@else.example'],
    ] as const) {
      expect(await confirm(who, id, to)).toEqual([{ sent: false }]);
    }
    expect(await confirm(member, id, contact)).toEqual([{ sent: true }]);
    expect(await confirm(member, id, contact)).toEqual([{ sent: false }]);
  });

  it('goes to no contact before the poster’s mailbox is proved', async () => {
    const email = `${crypto.randomUUID()}@people.example`;
    const newcomer = await actors.signedIn(email, { isProved: false });
    const contact = 'contact@clinic.example';
    const [id = ''] = await storeJobs(database, [jobRow(newcomer.id, { contact_email: contact })]);
    expect(await confirm(newcomer, id, contact)).toEqual([{ sent: false }]);
    expect(await confirm(newcomer, id, email)).toEqual([{ sent: true }]);
  });

  it('cannot be requested around these checks: people do not reach the queue', async () => {
    const order = `select queue.add('job-mail', '{}')`;
    expect(await ask(stranger, order)).toMatch(/permission denied/);
  });
});
