import { expect, test } from 'vitest';
import { createApi } from '#api/api.ts';
import { createCandidates, type Person } from '#test/support/candidates.ts';
import { countStatements } from '#test/support/count-statements.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { untilSomebodyWaits } from '#test/support/until-somebody-waits.ts';

const { actors, asAdmin, database, dependencies, post, bugs } = await openTestApi();
const { candidate, send, reply, messagesOf } = createCandidates(actors);
const hello = 'Good morning, we look for a CDI specialist.';

test('sending twice at once with one key is one message and one email', async () => {
  const [member, person] = [await actors.member(), await candidate()];
  const clientKey = crypto.randomUUID();
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => send(member, person, hello, { clientKey })),
  );
  expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(1);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await messagesOf(person, answers[0].conversationId)).toEqual([hello]);
  expect(await mailsTo(person)).toHaveLength(1);
});

/** How a process learns which sessions are still valid. */
const ofSessions = ['session-state', 'prove-the-line'];

test('sending is one statement beside the check of the session', async () => {
  const { counted, asked } = countStatements(database);
  const call = createApi({ ...dependencies, database: counted });
  const [member, person] = [await actors.member(), await candidate()];
  const answer = await call(
    new Request(`${siteUrl}/functions/v1/send-candidate-message`, {
      method: 'POST',
      headers: member.headers,
      body: JSON.stringify({ candidateId: person.profileId, message: hello }),
    }),
  );
  expect(answer.status).toBe(200);
  expect(asked.filter((name) => !ofSessions.includes(name))).toEqual(['write-to-candidate']);
});

test('the same words within a minute are one message, even without a key', async () => {
  const [member, person] = [await actors.member(), await candidate()];
  const answers = await Promise.all([1, 2, 3].map(() => send(member, person, hello)));
  expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(1);
  const { conversationId } = answers[0];
  const replies = await Promise.all([1, 2].map(() => reply(person, conversationId, 'Yes.')));
  expect(replies[0].messageId).toBe(replies[1].messageId);
  expect(await messagesOf(person, conversationId)).toEqual([hello, 'Yes.']);
});

test('a retry a day later with its key is still the same message', async () => {
  const [member, person] = [await actors.member(), await candidate()];
  const clientKey = crypto.randomUUID();
  const first = await send(member, person, hello, { clientKey });
  await database.asService.query({
    text: `update public.messages set created_at = created_at - interval '1 day' where id = $1`,
    values: [first.messageId],
  });
  expect((await send(member, person, hello, { clientKey })).messageId).toBe(first.messageId);
});

test('another person’s key has no effect', async () => {
  const [one, two, person] = [await actors.member(), await actors.member(), await candidate()];
  const clientKey = crypto.randomUUID();
  const first = await send(one, person, hello, { clientKey });
  const second = await send(two, person, hello, { clientKey });
  expect(second.messageId).not.toBe(first.messageId);
});

const taken = { status: 409, code: 'message_key_taken' };

test('a key repeated with other words is refused, and nothing is reported as sent', async () => {
  const [member, person] = [await actors.member(), await candidate()];
  const clientKey = crypto.randomUUID();
  const { conversationId } = await send(member, person, hello, { clientKey });
  expect(await send(member, person, `${hello} Really.`, { clientKey })).toMatchObject(taken);
  const answerKey = { clientKey: crypto.randomUUID() };
  await reply(person, conversationId, 'Yes.', answerKey);
  expect(await reply(person, conversationId, 'Yes, gladly.', answerKey)).toMatchObject(taken);
  expect(await send(member, person, `${hello} Really.`, { clientKey })).toMatchObject(taken);
  expect(await messagesOf(person, conversationId)).toEqual([hello, 'Yes.']);
  expect((await reply(person, conversationId, ' Yes. ', answerKey)).status).toBe(200);
  expect((await reply(person, conversationId, 'Yes, gladly.')).status).toBe(200);
  expect(await messagesOf(person, conversationId)).toEqual([hello, 'Yes.', 'Yes, gladly.']);
});

test('a key repeated for another recipient is refused', async () => {
  const [member, one, two] = [await actors.member(), await candidate(), await candidate()];
  const clientKey = crypto.randomUUID();
  const { conversationId } = await send(member, one, hello, { clientKey });
  expect(await send(member, two, hello, { clientKey })).toMatchObject(taken);
  const other = await send(member, two, hello);
  await reply(one, conversationId, 'Yes.', { clientKey });
  await reply(two, other.conversationId, 'Yes.');
  expect(await reply(member, other.conversationId, hello, { clientKey })).toMatchObject(taken);
  expect(await messagesOf(two, other.conversationId)).toEqual([hello, 'Yes.']);
});

test('characters that cannot be stored do not make a text different', async () => {
  const [member, person] = [await actors.member(), await candidate()];
  const clientKey = crypto.randomUUID();
  const first = await send(member, person, `${hello}\u0000\u0007`, { clientKey });
  const second = await send(member, person, `${hello}\u0000\u0007`, { clientKey });
  expect(second).toEqual(first);
  expect(await messagesOf(person, first.conversationId)).toEqual([hello]);
});

test('a candidate whose account is deleted at the same moment is not found', async () => {
  const [member, person] = [await actors.member(), await candidate()];
  await asAdmin(async (client) => {
    await client.query('begin');
    await client.query('delete from auth.users where id = $1', [person.id]);
    const sent = send(member, person, hello);
    await untilSomebodyWaits(client);
    await client.query('commit');
    expect(await sent).toMatchObject({ status: 404, code: 'candidate_not_found' });
  });
});

test('causes no unexpected errors', () => expect(bugs).toEqual([]));

async function mailsTo(person: Person) {
  const { rows } = await database.asService.query<{ email: string }>({
    text: 'select email from auth.users where id = $1',
    values: [person.id],
  });
  return post.sentTo(rows[0]?.email ?? '');
}
