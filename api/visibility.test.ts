import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { type Candidate, createCandidates, type Person } from '#test/support/candidates.ts';
import { passDay } from '#test/support/employers.ts';
import { jobRow } from '#test/support/jobs.ts';
import { asBlob, picture } from '#test/support/pictures.ts';
import { openTestApi } from '#test/support/test-api.ts';
import {
  type Facts,
  mayHappen,
  type Outcome,
  type Surface,
  surfaces,
  table,
} from '#test/support/who-sees-whom.ts';

const { actors, database, bugs } = await openTestApi();
const { candidate, send } = createCandidates(actors);
const png = await picture('png');

let companies = 0;

async function open(isPublic: boolean): Promise<Candidate & { path: string; company: string }> {
  companies += 1;
  const company = `hidden${companies}`;
  const person = await candidate({ public_profile: isPublic, headline: `Coder ${company}` });
  const path = `${person.id}/me`;
  const bucket = person.client.storage.from('avatars');
  await bucket.upload(path, asBlob(png));
  await person.client
    .from('candidate_profiles')
    .update({ profile_picture_url: bucket.getPublicUrl(path).data.publicUrl })
    .eq('user_id', person.id);
  const name = `The ${company.toUpperCase()}, Inc.`;
  await person.client.from('profile_hides').insert({ user_id: person.id, company: name });
  return { ...person, path, company };
}
type Subject = Awaited<ReturnType<typeof open>>;

async function viewerOf(facts: Facts, subject: Subject): Promise<Actor> {
  if (facts.isVisitor) return actors.anonymous;
  if (facts.isOwner) return subject;
  const person = await actors.signedIn();
  await become(person, facts, subject.company);
  if (facts.isBlocked) await block(subject, person);
  return person;
}

async function become(person: Person, { membership, tie, lacks }: Facts, company: string) {
  if (membership !== 'none') {
    const status = { unpaid: 'unpaid', 'canceled, still running': 'canceled' }[
      membership as string
    ];
    await database.asService.query({
      text: `insert into public.subscriptions (user_id, status, current_period_end)
        values ($1, $2, now() + $3::interval)`,
      values: [person.id, status ?? 'active', membership === 'ended' ? '-2 hours' : '1 day'],
    });
  }
  const other = `Practice ${person.id}`;
  const state = async (name: string) =>
    succeed(await person.client.from('employers').upsert({ user_id: person.id, company: name }));
  const postFor = async (name: string) =>
    succeed(await person.client.from('jobs').insert(jobRow(person.id, { company: name }) as never));
  const live = (host: string) =>
    database.asService.query({
      text: 'update auth.users set email = $2, email_confirmed_at = now(), email_proved_at = now() where id = $1',
      values: [person.id, `${person.id}@${host}`],
    });
  if (lacks === 'a confirmed address') {
    await database.asService.query({
      text: 'update auth.users set email_proved_at = null where id = $1',
      values: [person.id],
    });
  }
  if (tie === 'job before all') await postFor(`${company} gmbh`);
  if (lacks !== 'a stated company') {
    const isFirst = tie === 'stated company' || tie === 'former company';
    await state(isFirst ? `${company} llc` : other);
  }
  if (tie === 'former company') await state(other);
  if (tie === 'company stated today') await state(`The ${company}`);
  if (/^(own|deleted) job|^job of/.test(tie)) await postFor(`${company} Corp.`);
  if (tie === 'deleted job') await person.client.from('jobs').delete().eq('posted_by', person.id);
  if (/ address$|^address/.test(tie)) await live(`mail.${company}.example`);
  if (tie === 'former address') await live('people.example');
  const counts = ['own job', 'deleted job', 'confirmed address', 'former address'];
  if (counts.includes(tie)) await passDay(database, person);
}

function succeed({ error }: { error: unknown }) {
  if (error) throw error;
}

async function block({ id }: Person, blocked: Person) {
  await database.asService.query({
    text: 'insert into public.blocks (blocker_id, blocked_id) values ($1, $2)',
    values: [id, blocked.id],
  });
}

/** One query for each way. `exists` checks everything that could reveal that the person exists. */
const ask: Record<Surface, (viewer: Actor, subject: Subject) => Promise<Outcome>> = {
  async list(viewer, { profileId }) {
    const { data, error } = await viewer.client
      .from('candidate_profiles')
      .select('*')
      .order('created_at');
    return error ? 'refused' : found(data.some(({ id }) => id === profileId));
  },
  async search(viewer, { profileId, company }) {
    const { data, error } = await viewer.client.rpc('search_candidates', { q: company });
    return error ? 'refused' : found(data.some(({ id }) => id === profileId));
  },
  async 'direct read'(viewer, { profileId }) {
    const { data, error } = await viewer.client
      .from('candidate_profiles')
      .select('*')
      .eq('id', profileId);
    return error ? 'refused' : found(data.length === 1);
  },
  async count(viewer, { profileId }) {
    const { count, status } = await viewer.client
      .from('candidate_profiles')
      .select('id', { count: 'exact', head: true })
      .eq('id', profileId);
    return status === 401 ? 'refused' : found(count === 1);
  },
  async 'counted search'(viewer, { company }) {
    const { data, error } = await viewer.client.rpc('count_candidates', { q: company });
    return error ? 'refused' : found(data[0]?.matches === 1);
  },
  async 'saved and embedded'(viewer, { profileId }) {
    const saved = { user_id: viewer.id ?? '', profile_id: profileId };
    const { error } = await viewer.client.from('saved_candidates').insert(saved);
    const read = await viewer.client.from('saved_candidates').select('candidate_profiles(id)');
    if (read.error) return 'refused';
    const isThere = JSON.stringify(read.data).includes(profileId);
    expect(isThere).toBe(error === null);
    return found(isThere);
  },
  async picture(viewer, { path }) {
    const { data } = await viewer.client.storage.from('avatars').download(path);
    return found(data !== null);
  },
  async 'signed picture'(viewer, { path }) {
    const { data } = await viewer.client.storage.from('avatars').createSignedUrls([path], 60);
    return found(Boolean(data?.[0]?.signedUrl));
  },
  async 'list of pictures'(viewer, { id }) {
    const { data } = await viewer.client.storage.from('avatars').list(id);
    return found((data ?? []).length > 0);
  },
  async message(viewer, subject) {
    const { status } = await send(viewer, subject, 'Good morning, may we talk?');
    return status === 401 ? 'refused' : found(status === 200);
  },
};

const found = (isThere: boolean): Outcome => (isThere ? 'yes' : 'no');

const cells = Object.entries(table).flatMap(([who, { facts, open: whenOpen, closed }]) =>
  surfaces.flatMap((surface, place) => [
    { who, facts, surface, isPublic: true, profile: 'public', outcome: whenOpen[place] },
    { who, facts, surface, isPublic: false, profile: 'private', outcome: closed[place] },
  ]),
);

const subjects = { public: await open(true), private: await open(false) };

describe('who sees a candidate', () => {
  const viewers = new Map<string, Promise<Actor>>();

  it.each(cells)('$who, $surface, $profile profile: $outcome', async (cell) => {
    const { who, facts, surface, isPublic, outcome } = cell;
    const subject = isPublic ? subjects.public : subjects.private;
    const key = `${who} ${isPublic}`;
    const viewer = viewers.get(key) ?? viewerOf(facts, subject);
    viewers.set(key, viewer);
    expect(mayHappen(facts, isPublic, surface), 'the table and the rule agree').toBe(outcome);
    expect(await ask[surface](await viewer, subject)).toBe(outcome);
  });
});

describe('somebody who may not see a profile', () => {
  it('gets exactly the same answer as for an invented one', async () => {
    const subject = await open(true);
    const invented = { profileId: crypto.randomUUID(), id: crypto.randomUUID() };
    const answersFor = async (
      viewer: Actor,
      { profileId, id }: { profileId: string; id: string },
    ) => {
      const { client } = viewer;
      const table = client.from('candidate_profiles');
      const bucket = client.storage.from('avatars');
      const answers = [
        await table.select('*').eq('id', profileId).maybeSingle(),
        await table.select('*', { count: 'exact' }).eq('user_id', id),
        await table.update({ headline: 'Taken over' }).eq('id', profileId).select('id'),
        await table.delete().eq('id', profileId).select('id'),
        await table.insert({ user_id: id, headline: 'Taken over' }),
        await client
          .from('saved_candidates')
          .insert({ user_id: viewer.id ?? '', profile_id: profileId }),
        await client.from('saved_candidates').select('*').eq('profile_id', profileId),
        await client.from('profile_hides').select('company').eq('user_id', id),
        await client.from('employers').select('company').eq('user_id', id),
        await bucket.download(`${id}/me`),
        await bucket.upload(`${id}/me`, asBlob(png)),
        await bucket.createSignedUrl(`${id}/me`, 60),
        await bucket.list(id),
        await bucket.remove([`${id}/me`]),
        await send(viewer, { profileId }, 'Good morning, may we talk?'),
      ];
      return JSON.parse(JSON.stringify(answers).replaceAll(profileId, 'X').replaceAll(id, 'Y'));
    };
    for (const facts of [
      { membership: 'none', tie: 'none' },
      { membership: 'ended', tie: 'none' },
      { membership: 'active', tie: 'stated company' },
      { membership: 'active', tie: 'none', isBlocked: true },
    ] as Facts[]) {
      const viewer = await viewerOf(facts, subject);
      expect(await answersFor(viewer, subject)).toEqual(await answersFor(viewer, invented));
    }
  });

  it('loses access at once when the membership ends', async () => {
    const subject = await open(true);
    const member = await actors.member();
    for (const surface of surfaces) expect(await ask[surface](member, subject)).toBe('yes');
    await database.asService.query({
      text: `update public.subscriptions set current_period_end = now() - interval '2 hours' where user_id = $1`,
      values: [member.id],
    });
    for (const surface of surfaces) expect(await ask[surface](member, subject)).toBe('no');
    expect((await member.client.from('saved_candidates').select('note')).data).toEqual([]);
  });
});

describe('in a crowd', () => {
  it('everybody sees exactly the people the rule allows, in list, search and count', {
    timeout: 120_000,
  }, async () => {
    const membership = fc.constantFrom<Facts['membership']>(
      ...(['none', 'active', 'active', 'active', 'ended', 'canceled, still running'] as const),
    );
    const tie = fc.constantFrom<Facts['tie']>(
      ...([
        ...['none', 'none', 'stated company', 'former company', 'confirmed address'],
        ...['own job', 'deleted job', 'company stated today'],
      ] as Facts['tie'][]),
    );
    const person = fc.record({ membership, tie, company: fc.nat(5) });
    const subject = fc.record({
      isPublic: fc.boolean(),
      hides: fc.uniqueArray(fc.nat(5), { maxLength: 3 }),
      blocks: fc.uniqueArray(fc.nat(24), { maxLength: 5 }),
    });
    const crowd = fc.record({
      viewers: fc.array(person, { minLength: 25, maxLength: 25 }),
      subjects: fc.array(subject, { minLength: 14, maxLength: 14 }),
    });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(crowd, async ({ viewers, subjects }) => {
        round += 1;
        const mark = `crowd${round}x`;
        const name = (company: number) => `${mark}${company}`;
        const people = await Promise.all(viewers.map(() => actors.signedIn()));
        await Promise.all(
          viewers.map((each, place) => become(people[place] as Person, each, name(each.company))),
        );
        const candidates = await Promise.all(
          subjects.map(({ isPublic }) => candidate({ headline: mark, public_profile: isPublic })),
        );
        for (const [place, { hides, blocks }] of subjects.entries()) {
          const one = candidates[place] as Candidate;
          const rows = hides.map((company) => ({
            user_id: one.id,
            company: `${name(company)} Corp.`,
          }));
          if (rows.length > 0) await one.client.from('profile_hides').insert(rows);
          for (const other of blocks) await block(one, people[other] as Person);
        }
        for (const [place, viewer] of viewers.entries()) {
          const expected = candidates.filter((_, index) => {
            const { isPublic, hides, blocks } = subjects[index] as (typeof subjects)[number];
            const isTied = viewer.tie !== 'none' && hides.includes(viewer.company);
            const facts = {
              ...viewer,
              tie: isTied ? viewer.tie : 'none',
              isBlocked: blocks.includes(place),
            } as Facts;
            return mayHappen(facts, isPublic, 'list') === 'yes';
          });
          const ids = expected.map(({ profileId }) => profileId).toSorted();
          const { client } = people[place] as Person;
          const listed = await client.from('candidate_profiles').select('id').eq('headline', mark);
          const searched = await client.rpc('search_candidates', { q: mark, page_size: 100 });
          const counted = await client.rpc('count_candidates', { q: mark });
          expect(listed.data?.map(({ id }) => id).toSorted()).toEqual(ids);
          expect(searched.data?.map(({ id }) => id).toSorted()).toEqual(ids);
          expect(counted.data).toEqual([{ matches: ids.length, is_exact: true }]);
        }
      }),
      { numRuns: 4 },
    );
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
