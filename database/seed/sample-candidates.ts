import type pg from 'pg';
import type { Database } from '../database.ts';
import { withClient } from '../open-client.ts';
import { inBatches } from './in-batches.ts';
import { randomFrom } from './random.ts';
import { withoutIndexes } from './without-indexes.ts';

// Sample content: nobody with such a name or address exists, and each profile says that it is a
// sample.
const roles = [
  'Inpatient Coder',
  'Outpatient Coder',
  'Risk Adjustment Coder',
  'CDI Specialist',
  'CDI Manager',
  'Denials Analyst',
  'Revenue Integrity Analyst',
  'Charge Capture Auditor',
  'HIM Data Quality Specialist',
  'Prior Authorization Coordinator',
  'Coding Educator',
  'Compliance Auditor',
  'Revenue Cycle Manager',
  'Clinical Informatics Analyst',
] as const;

const focuses = [
  'AI-assisted coding',
  'model validation',
  'query automation',
  'denial prediction',
  'prompt writing for chart review',
  'governance of coding models',
  'audit of machine suggestions',
  'cardiology',
  'oncology',
  'orthopedics',
  'emergency medicine',
  'behavioral health',
  'pediatrics',
  'home health',
  'rural hospitals',
  'interventional radiology',
  'transplant programs',
  'wound care',
  'dialysis centers',
  'telehealth',
] as const;

const skills = [
  'ICD-10-CM',
  'ICD-10-PCS',
  'CPT',
  'HCPCS',
  'MS-DRG',
  'APR-DRG',
  'HCC coding',
  'Concurrent review',
  'Query writing',
  'Denial appeals',
  'Root cause analysis',
  'Charge capture',
  'Epic',
  'Cerner',
  'Meditech',
  '3M 360 Encompass',
  'SQL',
  'Excel',
  'Power BI',
  'Python',
  'Prompt engineering',
  'Model validation',
  'AI governance',
  'Human review',
  'Bias testing',
  'Audit trails',
  'HIPAA',
  'Payer policy',
  'Prior authorization',
  'Teaching',
  'Project management',
  'Data quality',
] as const;

const certifications = [
  'CCS',
  'CPC',
  'CRC',
  'COC',
  'CPMA',
  'RHIA',
  'RHIT',
  'CCDS',
  'CDIP',
  'CHDA',
  'CIHIS-S',
  'CIHIS-AI',
  'CIHIS-ED',
  'CIHIS-HC',
  'CIHIS-L',
] as const;

const towns = [
  'Charlotte, NC',
  'Raleigh, NC',
  'Durham, NC',
  'Greensboro, NC',
  'Asheville, NC',
  'Wilmington, NC',
  'Columbia, SC',
  'Atlanta, GA',
  'Richmond, VA',
  'Nashville, TN',
  'Tampa, FL',
  'Remote',
] as const;
const townBeginnings = 'Cedar Maple Stone River Fox Elk Oak Pine Clear Mill Lake Spring'.split(' ');
const townEnds = 'burg ford dale wood port field view ton crest haven brook ridge'.split(' ');
const states = ['NC', 'SC', 'VA', 'GA', 'TN', 'KY', 'WV', 'AL', 'FL', 'OH'] as const;

const employers = [
  'Piedmont Valley Health',
  'Blue Ridge Physician Partners',
  'Tidewater Regional Hospital',
  'Catawba Coding Services',
  'Longleaf Revenue Group',
  'Sandhills Community Care',
] as const;
const firstNames =
  'Avery Jordan Morgan Riley Casey Quinn Rowan Emerson Hayden Dakota Skyler Parker'.split(' ');
const lastNames =
  'Bennett Carver Dalton Ellis Foster Greer Hollis Irving Keller Lowell Mercer Norris'.split(' ');
const levels = ['Entry', 'Mid', 'Mid', 'Senior', 'Senior', 'Lead', 'Executive'] as const;
const availabilities = [
  'Immediately',
  'Within 1 month',
  'Within 3 months',
  'Within 3 months',
  'Not actively looking',
] as const;

/** The same person for the same number everywhere. */
function sampleCandidate(number: number, now: number) {
  const random = randomFrom(90_000 + number);
  const several = <T>(choices: readonly T[], most: number) => [
    ...new Set(Array.from({ length: random.below(most + 1) }, () => random.pick(choices))),
  ];
  const role = random.pick(roles);
  const focus = random.pick(focuses);
  const level = random.pick(levels);
  const years = level === 'Entry' ? random.below(3) : 2 + random.below(32);
  const town = random.chance(0.7)
    ? random.pick(towns)
    : `${random.pick(townBeginnings)}${random.pick(townEnds)}, ${random.pick(states)}`;
  const employer = random.chance(0.8) ? random.pick(employers) : '';
  const tail = String(number).padStart(12, '0');
  return {
    id: `20000000-0000-4000-8000-${tail}`,
    user_id: `30000000-0000-4000-8000-${tail}`,
    email: `sample-${number}@candidates.example`,
    name: `${random.pick(firstNames)} ${random.pick(lastNames)} (sample)`,
    public_profile: !random.chance(0.1),
    headline: `${level === 'Lead' || level === 'Executive' ? `${level} ` : ''}${role}, ${focus}`,
    summary: `Sample profile. ${inTheField(years)}, with a focus on ${focus}. Checks what a model suggests before it reaches a claim, writes down why it was changed, and brings the pattern back to the team.`,
    years_experience: random.chance(0.9) ? years : null,
    current_company: employer,
    current_position: random.chance(0.85) ? role : '',
    location: town,
    skills: several(skills, 10),
    certifications: several(certifications, 3),
    languages: random.chance(0.3) ? ['English', 'Spanish'] : ['English'],
    education: random.chance(0.6) ? 'BS, Health Information Management' : '',
    experience_level: level,
    preferred_job_types: several(['Full-time', 'Part-time', 'Contract', 'Freelance'], 2),
    preferred_locations: random.chance(0.5) ? ['Remote'] : [],
    salary_expectations: random.chance(0.4) ? '$65,000–$80,000 a year' : '',
    availability: random.pick(availabilities),
    linkedin_url: '',
    portfolio_url: '',
    profile_picture_url: '',
    created_at: new Date(now - number * 11 * 60_000).toISOString(),
  };
}

const batch = 1_000;

/** Adds missing sample candidates up to the count. They cannot sign in. */
export async function seedCandidates(
  database: Database,
  count: number,
  report: (step: string) => void = () => {},
  now = Date.now(),
) {
  await inBatches({ end: count, size: batch }, async (first, size) => {
    const people = Array.from({ length: size }, (_, place) =>
      sampleCandidate(first + place + 1, now),
    );
    await database.asService.transaction(async (session) => {
      const values = [JSON.stringify(people)];
      await session.query({ text: insertAccounts, values });
      await session.query({ text: insertProfiles, values });
    });
    if ((first + size) % 10_000 === 0) report(`Sample candidates: ${first + size} of ${count}`);
  });
}

/** For large numbers. */
export async function seedManyCandidates(
  { database, admin }: { database: Database; admin: pg.ClientConfig },
  count: number,
  report: (step: string) => void = () => {},
  now = Date.now(),
) {
  const { rows } = await database.asService.query<{ before: number }>({
    text: 'select count(*)::int as before from public.candidate_profiles',
  });
  const { before = 0 } = rows[0] ?? {};
  // Rebuilding an index costs work for every existing candidate.
  const indexes = count - before > before ? ['private.candidate_search_idx'] : [];
  await withoutIndexes(admin, indexes, report, () => seedCandidates(database, count, report, now));
  await withClient(admin, (client) =>
    client.query('vacuum (analyze) private.candidate_search, public.candidate_profiles'),
  );
}

const insertAccounts = `
  insert into auth.users (id, aud, role, email, email_confirmed_at, email_proved_at,
    raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
  select user_id, 'authenticated', 'authenticated', email, created_at, created_at, '{"sample":true}',
    jsonb_build_object('full_name', name), created_at, created_at
  from jsonb_to_recordset($1)
    as person (user_id uuid, email text, name text, created_at timestamptz)
  on conflict do nothing`;

const columns = `id, user_id, public_profile, headline, summary, years_experience, current_company,
  current_position, location, skills, certifications, languages, education, experience_level,
  preferred_job_types, preferred_locations, salary_expectations, availability, linkedin_url,
  portfolio_url, profile_picture_url, created_at`;

const insertProfiles = `
  insert into public.candidate_profiles (${columns})
  select ${columns} from jsonb_populate_recordset(null::public.candidate_profiles, $1)
  on conflict do nothing`;

function inTheField(years: number): string {
  if (years === 0) return 'New to the field';
  return `${years} ${years === 1 ? 'year' : 'years'} in the field`;
}
