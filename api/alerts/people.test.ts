import { describe, expect, it } from 'vitest';
import { createAlerts, tokenIn } from '#test/support/alerts.ts';
import { createCandidates } from '#test/support/candidates.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, database, post, bugs } = await openTestApi();
const { write, jobs, itIsTime, addressOf } = createAlerts(actors, database, post);
const { candidate } = createCandidates(actors);
type Person = Awaited<ReturnType<typeof actors.signedIn>>;

const save = (person: Person, kind: 'jobs' | 'fit' | 'people', more: object = {}) =>
  person.client.rpc('save_alert', { kind, ...more });
const mailsTo = async ({ id }: { id: string }) => post.sentTo(await addressOf(id));

describe('alerts of an account', () => {
  it('are limited to ten, and the same search is the same alert', async () => {
    const person = await actors.signedIn();
    for (let nth = 0; nth < 10; nth += 1) {
      expect(
        (await save(person, 'jobs', { conditions: { wanted: [{ words: [`word ${nth}`] }] } }))
          .error,
      ).toBeNull();
    }
    const again = await save(person, 'jobs', {
      conditions: { wanted: [{ words: ['word 3'] }] },
      rhythm: 'weekly',
    });
    expect(again.error).toBeNull();
    expect(
      (await save(person, 'jobs', { conditions: { wanted: [{ words: ['more'] }] } })).error?.code,
    ).toBe('PT409');
    const { data } = await person.client.from('alerts').select('rhythm');
    expect(data?.map(({ rhythm }) => rhythm).sort()).toEqual([...Array(9).fill('daily'), 'weekly']);
  });

  it('search for the first ten words', async () => {
    const person = await actors.signedIn();
    const words = Array.from({ length: 12 }, (_, nth) => `${'zyxwvutsrqpo'[nth]}${person.id}`);
    await save(person, 'jobs', { conditions: { wanted: [{ words: ['', ...words, words[0]] }] } });
    const { rows } = await database.asService.query<{ words: string[] }>({
      text: `select s.conditions #> '{wanted,0,words}' as words from private.kept_searches as s
        join public.alerts as a on a.search_id = s.id where a.user_id = $1`,
      values: [person.id],
    });
    expect(rows[0]?.words).toEqual(words.slice(0, 10).sort());
  });

  it('stay at ten when twelve are saved at once', async () => {
    const person = await actors.signedIn();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        save(person, 'jobs', { conditions: { wanted: [{ words: [`at once ${nth}`] }] } }),
      ),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(10);
  });

  it('go to the account, without what its owner blocked, and stop with the link in an email', async () => {
    const person = await actors.signedIn();
    const word = `Yak${crypto.randomUUID().slice(0, 6)}`;
    await save(person, 'jobs', {
      conditions: { wanted: [{ words: [word] }] },
      address: `q=${word}`,
    });
    const [seen = '', blocked = '', closed = ''] = await jobs(
      { title: `${word} one`, company: 'Seen Clinic' },
      { title: `${word} two`, company: 'Blocked Clinic' },
      { title: `${word} three` },
    );
    // Their own job, which only they can still see.
    const [past = ''] = await storeJobs(database, [jobRow(person.id, { title: `${word} own` })]);
    await write(
      `insert into public.blocks (blocker_id, blocked_id, company_id)
        select $1, $3, company_id from public.jobs where id = $2`,
      [person.id, blocked, (await actors.signedIn()).id],
    );
    await write(`select queue.add('match-alerts', '{}')`);
    await post.deliver();
    await write('update public.jobs set is_active = false where id = $1', [closed]);
    await write('update public.jobs set application_deadline = current_date - 3 where id = $1', [
      past,
    ]);
    await itIsTime();
    const [mail, ...more] = await mailsTo(person);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^1 new job/);
    expect(mail?.text).toContain(seen);
    expect(mail?.text).toContain('/alerts');
    const { data } = await actors.anonymous.client.rpc('stop_alerts', {
      token: tokenIn(mail?.text, 'stop'),
    });
    expect(data).toBe(true);
    await jobs({ title: `${word} four` });
    await itIsTime();
    expect(await mailsTo(person)).toHaveLength(1);
    // What arrived while it was off is not news when it is turned on again.
    await person.client.from('alerts').update({ is_on: true }).eq('is_on', false);
    await itIsTime();
    expect(await mailsTo(person)).toHaveLength(1);
  });

  it('leave out a posting that has changed so that it no longer matches, and never repeat one that changed', async () => {
    const person = await actors.signedIn();
    const word = `Gnu${crypto.randomUUID().slice(0, 6)}`;
    await save(person, 'jobs', { conditions: { wanted: [{ words: [word] }] } });
    const [other = '', same = ''] = await jobs(
      { title: `${word} first` },
      { title: `${word} second` },
    );
    await write(`select queue.add('match-alerts', '{}')`);
    await post.deliver();
    await write(`update public.jobs set title = 'Another title' where id = $1`, [other]);
    await itIsTime();
    const [mail] = await mailsTo(person);
    expect(mail?.text).toContain(same);
    expect(mail?.text).not.toContain(other);
    await write('update public.jobs set description = description || $2 where id = $1', [
      same,
      ' More of it.',
    ]);
    await write('update public.jobs set is_active = false where id = $1', [same]);
    await write('update public.jobs set is_active = true where id = $1', [same]);
    await itIsTime();
    expect(await mailsTo(person)).toHaveLength(1);
  });

  it('report a held posting once it is released', async () => {
    const person = await actors.signedIn();
    const word = `Emu${crypto.randomUUID().slice(0, 6)}`;
    await save(person, 'jobs', { conditions: { wanted: [{ words: [word] }] } });
    const [held = ''] = await jobs({ title: `${word} held`, hidden_at: new Date() });
    await itIsTime();
    expect(await mailsTo(person)).toEqual([]);
    await write('update public.jobs set hidden_at = null where id = $1', [held]);
    await itIsTime();
    expect(await mailsTo(person)).toHaveLength(1);
  });

  it.each([
    [{ type: 'Part-time' }, { job_type: 'Part-time' }, { job_type: 'Contract' }],
    [{ workplace: 'remote' }, { workplace: 'remote' }, { workplace: 'hybrid' }],
    [{ workplace: 'remote' }, { job_type: 'Remote' }, {}],
    [{ credential: 'any' }, { credentials_wanted: ['CIHIS-L'] }, {}],
    [
      { credential: 'CIHIS-L' },
      { credentials_wanted: ['CIHIS-L'] },
      { credentials_wanted: ['CIHIS-S'] },
    ],
    [
      { pay: 90_000 },
      { salary_from: 40, salary_to: 50, salary_currency: 'USD', salary_period: 'hour' },
      { salary_from: 40, salary_to: 43, salary_currency: 'USD', salary_period: 'hour' },
    ],
    [
      { pay: 90_000 },
      { salary_from: 90_000, salary_currency: 'USD', salary_period: 'year' },
      { salary_range: 'Competitive' },
    ],
  ])('filter by %o', async (conditions, found, other) => {
    const person = await actors.signedIn();
    const word = `Ibis${crypto.randomUUID().slice(0, 6)}`;
    await save(person, 'jobs', { conditions: { wanted: [{ ...conditions, words: [word] }] } });
    const alone = await actors.signedIn();
    await save(alone, 'jobs', { conditions: { wanted: [conditions] } });
    const [one = '', two = ''] = await jobs(
      { title: `${word} a`, ...found },
      { title: `${word} b`, ...other },
    );
    await itIsTime();
    for (const each of [person, alone]) {
      const [mail] = await mailsTo(each);
      expect(mail?.text).toContain(one);
      expect(mail?.text).not.toContain(two);
    }
  });
});

describe('jobs that match a profile', () => {
  it('are sent with the reason, and without companies that the profile is hidden from', async () => {
    const person = await candidate({
      skills: ['Epic', 'ICD-10', 'R'],
      preferred_job_types: ['Full-time', 'Freelance'],
      preferred_locations: ['Charlotte, NC', 'Remote'],
    });
    expect((await save(person, 'fit')).error).toBeNull();
    await write('insert into public.profile_hides (user_id, company) values ($1, $2)', [
      person.id,
      'Hidden Health',
    ]);
    const [fits = '', type = '', place = '', hidden = '', freelance = ''] = await jobs(
      {
        title: 'Epic analyst',
        description: 'Denials by icd 10 codes, and the appeals that come with it all.',
      },
      { title: 'Epic trainer', job_type: 'Part-time' },
      { title: 'Epic builder', location: 'Boise, ID' },
      { title: 'Epic lead', company: 'Hidden Health' },
      { title: 'Abstractor', job_type: 'Contract', workplace: 'remote', location: 'Anywhere' },
    );
    await itIsTime();
    const [mail] = await mailsTo(person);
    expect(mail?.subject).toMatch(/^2 new jobs that fit you/);
    expect(mail?.text).toContain('names Epic and ICD-10; in Charlotte, NC; full-time');
    expect(mail?.text).toContain('remote; contract');
    for (const id of [fits, freelance]) expect(mail?.text).toContain(id);
    for (const id of [type, place, hidden]) expect(mail?.text).not.toContain(id);
    const { data } = await person.client.rpc('why_jobs_fit', { jobs: [fits, type, place, hidden] });
    expect(data).toEqual([
      {
        job_id: fits,
        reasons: { type: 'Full-time', place: 'Charlotte, NC', skills: ['Epic', 'ICD-10'] },
      },
    ]);
    const { data: best } = await person.client.rpc('jobs_that_fit', {});
    expect(best?.[0]?.id).toBe(fits);
    const other = await actors.signedIn();
    expect((await other.client.rpc('why_jobs_fit', { jobs: [fits] })).data).toEqual([]);
    expect((await actors.anonymous.client.rpc('why_jobs_fit', { jobs: [fits] })).error?.code).toBe(
      '42501',
    );
  });

  it('follow the profile, and end with it', async () => {
    const nobody = await actors.signedIn();
    expect((await save(nobody, 'fit')).error?.code).toBe('PT409');
    const person = await candidate({ skills: ['Cerner'] });
    await save(person, 'fit');
    await person.client
      .from('candidate_profiles')
      .update({ skills: ['Meditech'] })
      .eq('user_id', person.id);
    const [old = '', now = ''] = await jobs(
      { title: 'Cerner analyst' },
      { title: 'Meditech analyst' },
    );
    await itIsTime();
    const [mail] = await mailsTo(person);
    expect(mail?.text).toContain(now);
    expect(mail?.text).not.toContain(old);
    await person.client.from('candidate_profiles').delete().eq('user_id', person.id);
    expect((await person.client.from('alerts').select('id')).data).toEqual([]);
  });
});

describe('new people for a member', () => {
  it('are those the member may see at the time, and pause with the membership', async () => {
    const member = await actors.member();
    const stranger = await actors.signedIn();
    const word = `Okapi${crypto.randomUUID().slice(0, 6)}`;
    const conditions = { words: [word] };
    expect((await save(stranger, 'people', { conditions })).error).toMatchObject({
      code: '42501',
      message: 'Alerts about people take an employer membership.',
    });
    expect((await save(member, 'people', { conditions, address: `q=${word}` })).error).toBeNull();
    const [seen, hides, private_, blocks] = await Promise.all([
      candidate({ headline: `${word} nurse` }),
      candidate({ headline: `${word} hides` }),
      candidate({ headline: `${word} private` }),
      candidate({ headline: `${word} blocks` }),
    ]);
    await write(`select queue.add('match-alerts', '{}')`);
    await post.deliver();
    await write(
      `insert into public.profile_hides (user_id, company)
        select $1, e.company from public.employers as e where e.user_id = $2`,
      [hides.id, member.id],
    );
    await write('insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [
      blocks.id,
      member.id,
    ]);
    await private_.client
      .from('candidate_profiles')
      .update({ public_profile: false })
      .eq('user_id', private_.id);
    await itIsTime();
    const [mail, ...more] = await mailsTo(member);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^1 new candidate for your alert/);
    expect(mail?.text).toContain(seen.profileId);

    await write(
      `update public.subscriptions set status = 'canceled', current_period_end = now() - interval '1 day'
      where user_id = $1`,
      [member.id],
    );
    await candidate({ headline: `${word} while it is over` });
    await itIsTime();
    expect(await mailsTo(member)).toHaveLength(1);
    await write(
      `update public.subscriptions set status = 'active', current_period_end = now() + interval '20 days'
      where user_id = $1`,
      [member.id],
    );
    await itIsTime();
    expect(await mailsTo(member)).toHaveLength(1);
    await candidate({ headline: `${word} again` });
    await itIsTime();
    expect(await mailsTo(member)).toHaveLength(2);
  });

  it('are found around a known place, and by part of the name of an unknown one', async () => {
    const member = await actors.member();
    const word = `Kudu${crypto.randomUUID().slice(0, 6)}`;
    const around = (place: string) => ({ conditions: { words: [word], place, miles: 25 } });
    expect((await save(member, 'people', around('Durham, NC'))).error).toBeNull();
    const near = await candidate({ headline: `${word} near`, location: 'Chapel Hill, NC' });
    const far = await candidate({ headline: `${word} far`, location: 'Durham, OR' });
    await itIsTime();
    const [mail] = await mailsTo(member);
    expect(mail?.text).toContain(near.profileId);
    expect(mail?.text).not.toContain(far.profileId);
    const other = await actors.member();
    await save(other, 'people', around('Nowhereville'));
    const same = await candidate({ headline: `${word} there`, location: 'Old Nowhereville' });
    await itIsTime();
    expect((await mailsTo(other))[0]?.text).toContain(same.profileId);
  });

  it('are found by skills, level and years of experience', async () => {
    const member = await actors.member();
    const skill = `Skill ${crypto.randomUUID().slice(0, 8)}`;
    await save(member, 'people', {
      conditions: {
        words: [],
        skills: [skill, 'None'],
        mode: 'any',
        level: 'Senior',
        from: 5,
        to: 9,
      },
    });
    await candidate({
      headline: 'Too junior',
      skills: [skill],
      experience_level: 'Entry',
      years_experience: 6,
    });
    await candidate({
      headline: 'Too long',
      skills: [skill],
      experience_level: 'Senior',
      years_experience: 12,
    });
    const found = await candidate({
      headline: 'Just right',
      skills: [skill],
      experience_level: 'Senior',
      years_experience: 7,
    });
    await itIsTime();
    const [mail] = await mailsTo(member);
    expect(mail?.subject).toMatch(/^1 new candidate/);
    expect(mail?.text).toContain(found.profileId);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
