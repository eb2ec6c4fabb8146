import type { Session } from '../database.ts';
import type { demoJobs } from './demo-jobs.ts';
import { demoCandidate, demoCompany, demoEmployer, demoRecruiter } from './demo-people.ts';

type Posting = ReturnType<typeof demoJobs>[number];

/**
 * The recruiter's mail address is under this domain, which proves it; closed accounts prove
 * nothing.
 */
const domain = 'tidewater.example';
const about =
  'Sample company. A hospital of 240 beds that has one encoder, two models and a weekly review of what both got wrong. Nobody works here: it shows what a company’s page holds.';

/** A company with a proven domain and a team of two. */
export async function addDemoTeam(session: Session) {
  const { rows } = await session.query<{ id: string }>({
    text: `update public.companies as c set place = 'Charlotte, NC', about = $3
      from public.company_members as m
      where m.company_id = c.id and m.user_id = $1 and c.name = $2 returning c.id`,
    values: [demoEmployer.id, demoCompany, about],
  });
  const company = rows[0]?.id;
  // The employer's first company, which screens show before the others.
  await session.query({
    text: `update public.company_members set joined_at = now() - interval '1 minute'
      where company_id = $1 and user_id = $2`,
    values: [company, demoEmployer.id],
  });
  await session.query({
    text: `insert into public.company_members (company_id, user_id, role)
      values ($1, $2, 'recruiter') on conflict do nothing`,
    values: [company, demoRecruiter.id],
  });
  await session.query({
    text: 'select private.set_company_address($1, $2, $3, $4, null)',
    values: [demoEmployer.id, company, `https://${domain}`, domain],
  });
}

type Sample = {
  /** The demo candidate, or a sample candidate by number. */
  of: 'candidate' | number;
  /** Days since it was sent, and the states that followed, as days since each. */
  sent: number;
  became?: (readonly [state: string, days: number])[];
  note: string;
  answers: readonly [mayWork: 'Yes' | 'No', encoder?: string];
  teamSays?: string;
  isStarred?: boolean;
};

const samples: Sample[] = [
  {
    of: 'candidate',
    sent: 5.5,
    became: [
      ['review', 4.6],
      ['interview', 2.2],
    ],
    note: 'I have kept a model inventory of eleven tools and chaired its weekly review for two years. I would like to do that where the findings reach the people who buy the tools.',
    answers: ['Yes', '3M 360 Encompass'],
    teamSays: 'Sample note. Knows our encoder. Ask how she decides that a model is switched off.',
    isStarred: true,
  },
  {
    of: 1,
    sent: 0.2,
    note: 'Your posting asks for somebody who writes policies. I wrote ours.',
    answers: ['Yes', 'Optum EncoderPro'],
  },
  {
    of: 2,
    sent: 1.3,
    note: 'I am moving to Charlotte in January and can start then.',
    answers: ['No'],
  },
  {
    of: 3,
    sent: 4,
    became: [['review', 3]],
    note: 'Nine years in revenue integrity, the last three of them beside a coding model.',
    answers: ['Yes', 'TruCode'],
    teamSays: 'Sample note. Strong on audits, new to committees.',
  },
  {
    of: 4,
    sent: 6,
    became: [
      ['interview', 4],
      ['offer', 1],
    ],
    note: '',
    answers: ['Yes', '3M 360 Encompass'],
    isStarred: true,
  },
  {
    of: 5,
    sent: 6.4,
    became: [['declined', 3.5]],
    note: 'I read code sets for a living and would like to read models instead.',
    answers: ['Yes'],
  },
];

/** Six to one of the company's postings, and one of the demo candidate's elsewhere. */
export async function addDemoApplications(session: Session, jobs: readonly Posting[]) {
  const open = jobs.filter((job) => job.applies_here);
  const posting = open.findLast((job) => job.company === demoCompany);
  const elsewhere = open.find((job) => job.company !== demoCompany);
  if (posting) {
    await session.query({
      text: addApplications,
      values: [posting.id, JSON.stringify(samples.map(asRow)), demoEmployer.id, demoRecruiter.id],
    });
    await session.query({
      text: `insert into public.job_activity (job_id, day, views, apply_clicks)
        select $1, current_date - days, 9 + 7 * (days % 3) + 4 * days, 1 + days % 2 from generate_series(0, 7) as days
        on conflict do nothing`,
      values: [posting.id],
    });
  }
  if (elsewhere) {
    const own: Sample = { of: 'candidate', sent: 2.4, note: '', answers: ['Yes', 'TruCode'] };
    await session.query({
      text: addApplications,
      values: [elsewhere.id, JSON.stringify([asRow(own)]), demoEmployer.id, demoRecruiter.id],
    });
  }
}

function asRow({ of, sent, became = [], note, answers, teamSays, isStarred }: Sample) {
  return {
    email: of === 'candidate' ? demoCandidate.email : `sample-${of}@candidates.example`,
    sent,
    became: became.map(([state, days]) => ({ state, days })),
    state: became.at(-1)?.[0] ?? 'new',
    note,
    answers,
    says: teamSays ?? null,
    star: isStarred ?? false,
  };
}

/**
 * Writes what the functions for applying and answering would have written, on the days on which
 * they would have.
 */
const addApplications = `
  with given as (
    select s.*, u.id as person, gen_random_uuid() as id, u.raw_user_meta_data ->> 'full_name' as called,
      now() - s.sent * interval '1 day' as applied_at
    from jsonb_to_recordset($2) as s (email text, sent numeric, became jsonb, state text, note text,
      answers jsonb, says text, star boolean)
    join auth.users as u on u.email = s.email
  ), steps as (
    select g.id, step ->> 'state' as state, now() - (step ->> 'days')::numeric * interval '1 day' as at
    from given as g, jsonb_array_elements(g.became) as step
  ), sent as (
    insert into public.applications (id, job_id, job_title, company_id, company_name, applicant_id, name, email,
        place, note, profile, answers, meets_needs, state, state_at, applied_at, answered_at, looked_at)
      select g.id, j.id, j.title, j.company_id, j.company, g.person, g.called, g.email, nullif(p.location, ''), g.note,
        jsonb_strip_nulls(jsonb_build_object('headline', p.headline, 'summary', nullif(p.summary, ''),
          'years_experience', p.years_experience, 'experience_level', p.experience_level,
          'current_position', nullif(p.current_position, ''), 'location', nullif(p.location, ''), 'skills', p.skills,
          'certifications', p.certifications, 'languages', p.languages, 'availability', p.availability)),
        (select jsonb_agg(jsonb_build_object('question', q.value ->> 'question', 'answer', g.answers ->> q.place,
            'meets', q.value -> 'wanted' = '[]' or q.value -> 'wanted' ? (g.answers ->> q.place)) order by q.place)
          from (select value, ordinality::int - 1 as place from jsonb_array_elements(j.questions) with ordinality) as q
          where g.answers ->> q.place is not null),
        g.answers ->> 0 = 'Yes', g.state, coalesce((select max(at) from steps where steps.id = g.id), g.applied_at),
        g.applied_at,
        (select min(at) from steps where steps.id = g.id and steps.state in ('interview', 'offer', 'declined')),
        (select min(at) from steps where steps.id = g.id)
      from given as g
      join public.jobs as j on j.id = $1
      join public.candidate_profiles as p on p.user_id = g.person
      returning id
  ), told as (
    insert into public.application_events (application_id, at, kind, state, made_by)
      select g.id, g.applied_at, 'applied', 'new', null::uuid from given as g join sent on sent.id = g.id
      union all
      select steps.id, steps.at, 'state', steps.state, $3::uuid from steps join sent on sent.id = steps.id
  ), said as (
    insert into public.application_notes (application_id, author_id, body, created_at)
      select g.id, $4::uuid, g.says, g.applied_at + interval '1 day' from given as g join sent on sent.id = g.id
      where g.says is not null
  )
  insert into public.application_stars (application_id, user_id)
    select g.id, $4::uuid from given as g join sent on sent.id = g.id where g.star`;
