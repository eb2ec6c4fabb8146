import type pg from 'pg';
import { grouped } from '#domain/text/grouped.ts';
import type { Database } from '../database.ts';
import { demoEmployer } from './demo-people.ts';
import { inBatches } from './in-batches.ts';
import { insertJobs } from './insert-jobs.ts';
import { randomFrom } from './random.ts';
import * as words from './sample-words.ts';
import { withoutIndexes } from './without-indexes.ts';

const day = 86_400_000;
const batch = 500;

/** Adds sample jobs until there are this many; existing ones stay. */
export async function seedSampleJobs(
  { database, admin }: { database: Database; admin: pg.ClientConfig },
  wanted: number,
  report: (step: string) => void = () => {},
  now = new Date(),
) {
  const { rows } = await database.asService.query<{ there: number; jobs: number }>({
    text: `select count(*) filter (where posted_by = $1)::int as there, count(*)::int as jobs
      from public.jobs`,
    values: [demoEmployer.id],
  });
  const { there = 0, jobs: before = 0 } = rows[0] ?? {};
  const write = async (first: number, count: number) => {
    const jobs = Array.from({ length: count }, (_, place) => sampleJob(first + place, wanted, now));
    await database.asService.transaction((session) => insertJobs(session, jobs));
    const done = first + count;
    if (done % 20_000 === 0 || done === wanted) report(`Sample jobs: ${done} of ${wanted}`);
  };
  // Rebuilding the index costs half the work for every existing job.
  const indexes =
    wanted - there > before ? ['private.job_search_idx', 'public.jobs_staff_words_idx'] : [];
  await withoutIndexes(admin, indexes, report, () =>
    inBatches({ first: there, end: wanted, size: batch }, write),
  );
}

/** The same job for the same number; spread over the last 58 days, newest first. */
export function sampleJob(index: number, of: number, now: Date) {
  const random = randomFrom(index * 2_654_435_761 + 11);
  const some = <T>(choices: readonly T[], count: number) => {
    const start = random.below(choices.length);
    return Array.from({ length: count }, (_, step) => choices[(start + step * 5) % choices.length]);
  };
  const specialty = random.chance(0.001)
    ? random.pick(words.rareSpecialties)
    : random.pick(words.specialties);
  const name = random.pick(words.companyNames);
  const company = `${name} ${random.pick(words.companyKinds)}`;
  const host = company.toLowerCase().replace(/[^a-z]+/g, '-');
  const [city, region] = random.pick(words.places);
  const workplace = random.pick(['on-site', 'on-site', 'hybrid', 'remote'] as const);
  const published = new Date(now.getTime() - (index / of) * 58 * day - random.below(60_000));
  const isClosed = random.chance(0.02);
  return {
    title: `${random.pick(words.levels)}${specialty} ${random.pick(words.roles)}${random.pick(words.qualifiers)}`,
    company,
    job_type:
      workplace === 'remote' && random.chance(0.5)
        ? 'Remote'
        : random.pick(['Full-time', 'Full-time', 'Full-time', 'Part-time', 'Contract', 'Other']),
    location: workplace === 'remote' ? 'Remote' : `${city}, ${region}`,
    ...samplePay(random),
    application_deadline: random.chance(0.4)
      ? new Date(published.getTime() + (20 + random.below(70)) * day).toISOString().slice(0, 10)
      : null,
    application_url: `https://${host}.example/careers/${index + 1}`,
    description: `${some(words.tasks, 2 + random.below(4)).join('\n')}\n\nYou join a team of ${3 + random.below(20)} at ${company}. Every suggestion that a model makes is checked by a person before it reaches a claim, and that person is you. This is a sample job.`,
    requirements: some(words.needs, 2 + random.below(3)).join('\n'),
    benefits: random.chance(0.7) ? some(words.extras, 2 + random.below(3)).join('\n') : null,
    contact_name: 'Sample Recruiter',
    contact_email: `talent@${host}.example`,
    contact_phone: random.chance(0.5) ? '+1 704 555 0100' : null,
    workplace,
    city: workplace === 'remote' ? null : city,
    region: workplace === 'remote' ? null : region,
    country: 'US',
    created_at: published.toISOString(),
    published_at: published.toISOString(),
    is_active: !isClosed,
    posted_by: demoEmployer.id,
  };
}

/** In words, in figures, both or not at all, as employers do. */
function samplePay(random: ReturnType<typeof randomFrom>) {
  const isHourly = random.chance(0.3);
  const from = isHourly ? 22 + random.below(35) : 48_000 + random.below(80) * 1_000;
  const to = from + (isHourly ? 4 + random.below(10) : 8_000 + random.below(20) * 1_000);
  const figure = (amount: number) => `$${grouped(amount)}`;
  const text = `${figure(from)}–${figure(to)} ${isHourly ? 'an hour' : 'a year'}`;
  const hasFigures = random.chance(0.6);
  return {
    salary_range: random.chance(0.6) ? text : null,
    salary_from: hasFigures ? from : null,
    salary_to: hasFigures ? to : null,
    salary_currency: hasFigures ? 'USD' : null,
    salary_period: hasFigures ? (isHourly ? 'hour' : 'year') : null,
  };
}
