import { describe, expect, it } from 'vitest';
import { createApi } from '#api/api.ts';
import { createAuthorization } from '#api/realtime/authorize.ts';
import type { Actor } from '#test/support/actors.ts';
import { createCandidates } from '#test/support/candidates.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { joined, openSockets } from '#test/support/test-sockets.ts';

const { actors, database, bugs, dependencies } = await openTestApi();
// The right to speak is checked each time, without a cache.
const { connect } = await openSockets(
  createApi({ ...dependencies, realtimeLimits: { rightToSpeak: 0 } }),
);
const { candidate, send, reply } = createCandidates(actors);

const tokenOf = ({ headers }: Actor) => headers.authorization?.slice('Bearer '.length);
const acked = { config: { private: true, broadcast: { ack: true } } };
const open = (person: Actor, topic: string) =>
  joined(connect(tokenOf(person)).channel(topic, acked));

/** The events sent to a person about their own data, in order. */
async function hear(person: Actor & { id: string }) {
  const channel = connect(tokenOf(person)).channel(`person:${person.id}`, acked);
  const told: unknown[] = [];
  const waiting: ((one: unknown) => void)[] = [];
  channel.on('broadcast', { event: '*' }, (one: unknown) => {
    const next = waiting.shift();
    if (next) next(one);
    else told.push(one);
  });
  await joined(channel);
  return {
    channel,
    told,
    next: () =>
      told.length > 0
        ? Promise.resolve(told.shift())
        : new Promise((resolve) => waiting.push(resolve)),
  };
}

describe('the channel of a person', () => {
  it('belongs to that person alone, and nobody can send to it', async () => {
    const [person, other] = [await actors.signedIn(), await actors.signedIn()];
    for (const stranger of [other, actors.anonymous]) {
      await expect(open(stranger, `person:${person.id}`)).rejects.toThrow('Unauthorized');
    }
    const { channel, told } = await hear(person);
    const saying = channel.send({ type: 'broadcast', event: 'messages', payload: {} });
    expect(await saying).toBe('error');
    await expect(channel.httpSend('messages', {})).rejects.toThrow('Unauthorized');
    expect(told).toEqual([]);
  });

  it('says that there are messages, and nothing about them', async () => {
    const [member, person, stranger] = [
      await actors.member(),
      await candidate(),
      await actors.member(),
    ];
    const [ofMember, ofPerson, ofStranger] = [
      await hear(member),
      await hear(person),
      await hear(stranger),
    ];
    const news = { type: 'broadcast', event: 'messages', payload: {} };
    const { conversationId } = await send(member, person, 'Good morning.');
    expect(await ofPerson.next()).toEqual(news);
    expect(await ofMember.next()).toEqual(news);
    await reply(person, conversationId, 'Good morning to you.');
    expect(await ofMember.next()).toEqual(news);
    // Reading it on one device marks it as read on all of them.
    await member.client.rpc('mark_conversation_read', {
      conversation: conversationId,
      up_to: new Date().toISOString(),
    });
    expect(await ofMember.next()).toEqual(news);
    expect(ofStranger.told).toEqual([]);
  });

  it('says that a membership or the person’s own jobs have changed', async () => {
    const [poster, other] = [await actors.signedIn(), await actors.signedIn()];
    const [ofPoster, ofOther] = [await hear(poster), await hear(other)];
    await database.asService.query({
      text: `insert into public.subscriptions (user_id, status) values ($1, 'active')`,
      values: [poster.id],
    });
    expect(await ofPoster.next()).toMatchObject({ event: 'membership' });
    const [id] = await storeJobs(database, [jobRow(poster.id)]);
    expect(await ofPoster.next()).toMatchObject({ event: 'jobs' });
    await database.asService.query({
      text: 'insert into public.job_activity (job_id, day, views) values ($1, current_date, 1)',
      values: [id],
    });
    expect(await ofPoster.next()).toMatchObject({ event: 'jobs' });
    expect(ofOther.told).toEqual([]);
  });
});

describe('typing', () => {
  async function talk() {
    const [member, person] = [await actors.member(), await candidate()];
    const { conversationId } = await send(member, person, 'Good morning.');
    return { member, person, topic: `typing:${conversationId}` };
  }
  const typing = { type: 'broadcast', event: 'typing', payload: {} } as const;
  const type = (channel: Awaited<ReturnType<typeof open>>) => channel.send(typing);
  const heardBy = (channel: Awaited<ReturnType<typeof open>>) =>
    new Promise((resolve) => channel.on('broadcast', { event: 'typing' }, resolve));

  it('is shown to the other side, and to nobody else', async () => {
    const { member, person, topic } = await talk();
    const [one, other] = [await open(member, topic), await open(person, topic)];
    const heard = heardBy(other);
    expect(await type(one)).toBe('ok');
    expect(await heard).toMatchObject({ event: 'typing' });
    for (const stranger of [await actors.member(), await candidate(), actors.anonymous]) {
      await expect(open(stranger, topic)).rejects.toThrow('Unauthorized');
    }
    await expect(open(member, 'typing:nothing')).rejects.toThrow('Unauthorized');
  });

  it('and what concerns somebody are broadcasts, without a list of who is there', async () => {
    const { member, topic } = await talk();
    const may = createAuthorization(database, (error) => bugs.push(error));
    const reads = { broadcast: true, presence: false };
    expect(await may.mayRead(member.caller, topic)).toEqual(reads);
    expect(await may.mayRead(member.caller, `person:${member.id}`)).toEqual(reads);
    expect(await may.mayWrite(member.caller, topic, 'broadcast')).toBe(true);
    expect(await may.mayWrite(member.caller, topic, 'presence')).toBe(false);
  });

  it.each([
    ['the candidate blocks', 'insert into public.blocks (blocker_id, blocked_id) values ($2, $1)'],
    ['the member blocks', 'insert into public.blocks (blocker_id, blocked_id) values ($1, $2)'],
    [
      'the candidate hides from the company',
      `insert into public.profile_hides (user_id, company)
        select $2, company from public.employers where user_id = $1`,
    ],
    [
      'the profile is closed',
      'update public.candidate_profiles set public_profile = false where user_id = $2 and $1::uuid is not null',
    ],
    [
      'the membership is over',
      `update public.subscriptions set current_period_end = now() - interval '1 day', status = 'canceled'
        where user_id = $1 and $2::uuid is not null`,
    ],
  ])('ends for both sides when %s', async (_, text) => {
    const { member, person, topic } = await talk();
    await database.asService.query({ text, values: [member.id, person.id] });
    for (const side of [member, person]) {
      await expect(open(side, topic)).rejects.toThrow('Unauthorized');
    }
  });

  it('ends for those already there', async () => {
    const { member, person, topic } = await talk();
    const [one, other] = [await open(member, topic), await open(person, topic)];
    expect(await type(one)).toBe('ok');
    await database.asService.query({
      text: 'insert into public.blocks (blocker_id, blocked_id) values ($2, $1)',
      values: [member.id, person.id],
    });
    expect(await type(one)).toBe('error');
    expect(await type(other)).toBe('error');
  });

  it('is not shown for people who turned it off', async () => {
    const { member, person, topic } = await talk();
    await person.client
      .from('message_settings')
      .upsert({ user_id: person.id, shows_typing: false });
    expect(await type(await open(person, topic))).toBe('error');
    expect(await type(await open(member, topic))).toBe('ok');
  });

  it('is never a presence: nobody appears as online', async () => {
    const { member, topic } = await talk();
    const config = { private: true, presence: { enabled: true } };
    const channel = await joined(connect(tokenOf(member)).channel(topic, { config }));
    expect(await channel.track({})).toBe('error');
  });
});

it('causes no unexpected errors', () => {
  expect(bugs).toEqual([]);
});
