import { makeCredentialNumber } from '#domain/credentials/credential-number.ts';
import type { Session } from '../database.ts';
import {
  demoCandidate as candidate,
  demoCompany,
  demoEmployer as employer,
  demoMember as member,
  demoRecruiter as recruiter,
} from './demo-people.ts';

/**
 * A profile for the demo candidate, a membership that lets the demo member search, and the
 * companies for which the others hire.
 */
export async function addDemoCandidates(session: Session) {
  await session.query({
    text: `insert into public.candidate_profiles (user_id, public_profile, headline, summary,
          years_experience, current_position, location, skills, certifications, languages,
          experience_level, availability)
        values ($1, true, 'CDI Specialist, query automation', $2, 7, 'CDI Specialist', 'Durham, NC',
          '{"Query writing","Concurrent review","Model validation","Epic"}', '{CCDS,CIHIS-AI}',
          '{English}', 'Senior', 'Within 1 month')
        on conflict do nothing`,
    values: [
      candidate.id,
      'Sample profile. Seven years beside physicians and coders, the last two with a tool that drafts queries: what it gets right, what it leads, and what must never be sent unread.',
    ],
  });
  await session.query({
    text: `insert into public.subscriptions (user_id, product_id, status, current_period_end)
        values ($1, 'demo', 'active', now() + interval '10 years') on conflict do nothing`,
    values: [member.id],
  });
  await session.query({
    text: `insert into public.employers (user_id, company)
        values ($1, 'Longleaf Revenue Group'), ($2, $3), ($4, $3) on conflict do nothing`,
    // If one of the latter two buys a membership, they see the candidates at once.
    values: [member.id, employer.id, demoCompany, recruiter.id],
  });
}

/** A few credentials, marked as samples, for the demo candidate and sample candidates. */
export async function addDemoAwards(session: Session) {
  const { rows } = await session.query<{ email: string; name: string }>({
    text: `select email, raw_user_meta_data ->> 'full_name' as name from auth.users
      where raw_app_meta_data ->> 'sample' = 'true' order by email limit 4`,
  });
  const ofCandidate = { email: candidate.email, name: candidate.name };
  const lines = [
    { ...ofCandidate, type: 'CIHIS-AI', awarded_on: '2026-03-02' },
    { ...ofCandidate, type: 'MICRO-PE-1', awarded_on: '2025-11-10' },
    ...rows.map(({ email, name }, place) => ({
      email,
      name,
      type: ['CIHIS-AI', 'CIHIS-ED', 'CIHIS-HC', 'CIHIS-L'][place],
      awarded_on: `2026-0${place + 4}-15`,
    })),
  ].filter(({ name }) => name);
  await session.query({
    text: 'select register.add_samples($1)',
    values: [JSON.stringify(lines.map((line) => ({ ...line, number: makeCredentialNumber() })))],
  });
}
