import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { jobRow } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, bugs } = await openTestApi();
type Person = Actor & { id: string };

async function unconfirmed(): Promise<Person> {
  const person = await actors.signedIn();
  await setConfirmed(person, false);
  return person;
}
async function setConfirmed({ id }: Person, isConfirmed: boolean) {
  await database.asService.query({
    text: 'update auth.users set email_proved_at = case when $2 then now() end where id = $1',
    values: [id, isConfirmed],
  });
}
const rows = (person: Person, count: number, changes: Record<string, unknown> = {}) =>
  Array.from({ length: count }, () => jobRow(person.id, changes)) as never[];
const post = (person: Person, count: number, changes: Record<string, unknown> = {}) =>
  person.client
    .from('jobs')
    .insert(rows(person, count, changes))
    .select('id');
async function live({ id }: Person): Promise<number> {
  const { count } = await actors.anonymous.client
    .from('jobs')
    .select('id', { count: 'exact', head: true })
    .eq('posted_by', id);
  return count ?? 0;
}
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000);

describe('somebody with an unconfirmed address', () => {
  const sentence =
    'You can have 3 jobs on the board until your email address is confirmed. Confirm it with the link in our email, or close another job first.';

  it('has three jobs on the board, which appear at once, and is told what to do at the fourth', async () => {
    const person = await unconfirmed();
    expect((await post(person, 2)).error).toBeNull();
    expect((await post(person, 1)).error).toBeNull();
    expect(await live(person)).toBe(3);
    const { error, status } = await post(person, 1);
    expect({ status, message: error?.message }).toEqual({ status: 403, message: sentence });
    expect(await live(person)).toBe(3);
  });

  it('posts none of a thousand in one request, whose rest is not looked at', async () => {
    const person = await unconfirmed();
    const faulty = rows(person, 1, { title: '' });
    const { error, status } = await person.client
      .from('jobs')
      .insert([...rows(person, 31), ...faulty, ...rows(person, 968)]);
    expect({ status, message: error?.message }).toEqual({ status: 403, message: sentence });
    expect(await live(person)).toBe(0);
  });

  it('gets no more by an upsert, and may resend an existing one', async () => {
    const person = await unconfirmed();
    const ids = Array.from({ length: 3 }, () => crypto.randomUUID());
    const named = (some: string[]) => some.map((id) => ({ ...jobRow(person.id), id })) as never[];
    const table = () => person.client.from('jobs');
    expect((await table().insert(named(ids))).error).toBeNull();
    expect((await table().upsert(named([...ids, crypto.randomUUID()]))).error).not.toBeNull();
    const again = await table().upsert(named(ids), { ignoreDuplicates: true });
    expect(again.error).toBeNull();
    expect(await live(person)).toBe(3);
  });

  it('gets no more by reopening closed ones, nor by renewing expired ones', async () => {
    const person = await unconfirmed();
    await post(person, 3, { is_active: false });
    await post(person, 2);
    const { data: ended } = await actors.staff.client
      .from('jobs')
      .insert({ ...jobRow(person.id), published_at: daysFromNow(-70).toISOString() } as never)
      .select('id')
      .single();
    const reopen = () =>
      person.client.from('jobs').update({ is_active: true }).eq('posted_by', person.id);
    expect((await reopen()).error?.message).toBe(sentence);
    const one = await person.client.from('jobs').select('id').is('is_active', false).limit(1);
    const opened = await person.client
      .from('jobs')
      .update({ is_active: true })
      .eq('id', one.data?.[0]?.id ?? '');
    expect(opened.error).toBeNull();
    const renewed = await person.client
      .from('jobs')
      .update({ published_at: new Date().toISOString() })
      .eq('id', ended?.id ?? '');
    expect(renewed.error?.message).toBe(sentence);
    const prolonged = await person.client
      .from('jobs')
      .update({ application_deadline: daysFromNow(9).toISOString().slice(0, 10) })
      .eq('id', ended?.id ?? '');
    expect(prolonged.error?.message).toBe(sentence);
    expect(await live(person)).toBe(3);
  });

  it('has three even when twelve requests arrive at once', async () => {
    const person = await unconfirmed();
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(person, 1)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(3);
    expect(await live(person)).toBe(3);
  });

  it('still has one counted that staff took off the board', async () => {
    const person = await unconfirmed();
    await post(person, 3);
    await actors.staff.client
      .from('jobs')
      .update({ hidden_at: new Date().toISOString() })
      .eq('posted_by', person.id);
    expect((await post(person, 1)).error?.message).toBe(sentence);
  });

  it('edits and closes existing ones, however many, and posts on once confirmed', async () => {
    const person = await unconfirmed();
    await setConfirmed(person, true);
    await post(person, 5);
    await setConfirmed(person, false);
    const mine = person.client.from('jobs');
    expect((await mine.update({ title: 'Coder' }).eq('posted_by', person.id)).error).toBeNull();
    expect((await post(person, 1)).error?.message).toBe(sentence);
    await setConfirmed(person, true);
    expect((await post(person, 1)).error).toBeNull();
  });
});

describe('somebody with a confirmed address', () => {
  const sentence =
    'You have posted 30 jobs today, which is the most for one day. Continue tomorrow, or write to us if you need more.';

  it('posts thirty a day, even if earlier ones are deleted', async () => {
    const person = await actors.signedIn();
    expect((await post(person, 29)).error).toBeNull();
    await person.client.from('jobs').delete().eq('posted_by', person.id);
    expect((await post(person, 1)).error).toBeNull();
    const { error, status } = await post(person, 1);
    expect({ status, message: error?.message }).toEqual({ status: 429, message: sentence });
  });

  it('posts none of a thousand in one request, whose rest is not looked at', async () => {
    const person = await actors.signedIn();
    const { error, status } = await person.client
      .from('jobs')
      .insert([...rows(person, 31), ...rows(person, 969, { title: '' })]);
    expect({ status, message: error?.message }).toEqual({ status: 429, message: sentence });
    expect((await post(person, 30)).error).toBeNull();
  });

  it('cannot close and reopen jobs without end', async () => {
    const person = await actors.signedIn();
    await post(person, 15);
    const set = (is_active: boolean) =>
      person.client.from('jobs').update({ is_active }).eq('posted_by', person.id);
    await set(false);
    expect((await set(true)).error).toBeNull();
    await set(false);
    expect((await set(true)).error?.message).toBe(sentence);
  });

  it('posts thirty even when forty requests arrive at once', async () => {
    const person = await actors.signedIn();
    const answers = await Promise.all(Array.from({ length: 40 }, () => post(person, 1)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(30);
  });
});

describe('the company', () => {
  it('stores as many as it wants for anybody, and chooses the numbers', async () => {
    const person = await unconfirmed();
    const stored = await actors.staff.client.from('jobs').insert(rows(person, 40));
    expect(stored.error).toBeNull();
    const other = await unconfirmed();
    const choose = (most: number) =>
      database.asService.query({
        text: 'select private.write_settings($1)',
        values: [JSON.stringify({ jobs_unconfirmed_live: most })],
      });
    await choose(1);
    expect((await post(other, 2)).error?.message).toContain('You can have 1 job on the board');
    await choose(3);
    expect((await post(other, 2)).error).toBeNull();
  });

  it('alone reads and writes the numbers', async () => {
    for (const { caller } of [actors.anonymous, await actors.signedIn()]) {
      for (const text of [
        `select private.write_settings('{"jobs_unconfirmed_live": 99}')`,
        'select * from private.settings',
        'delete from private.job_days',
      ]) {
        await expect(database.askAs(caller, { text })).rejects.toMatchObject({ code: '42501' });
      }
    }
  });
});

it('has met no bug on the way', () => expect(bugs).toEqual([]));
