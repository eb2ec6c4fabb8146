import type { Session } from '../database.ts';
import { demoPeople } from './demo-people.ts';

const [, candidate, member] = demoPeople;

/** A profile for the demo candidate, and a membership that lets the demo member search. */
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
    text: `insert into public.employers (user_id, company) values ($1, 'Longleaf Revenue Group')
        on conflict do nothing`,
    values: [member.id],
  });
}
