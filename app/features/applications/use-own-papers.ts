import { openData } from '#app/data/open-data.ts';
import type { Database } from '#domain/database-types.ts';

type Tables = Database['public']['Tables'];
export type OwnProfile = Pick<
  Tables['candidate_profiles']['Row'],
  | 'headline'
  | 'summary'
  | 'years_experience'
  | 'experience_level'
  | 'current_position'
  | 'current_company'
  | 'location'
  | 'skills'
  | 'certifications'
  | 'languages'
  | 'education'
  | 'availability'
  | 'linkedin_url'
  | 'portfolio_url'
>;
export type OwnResume = Pick<
  Tables['resumes']['Row'],
  'id' | 'file_name' | 'bytes' | 'object_name'
>;
export type OwnPapers = {
  profile: OwnProfile | null;
  resume: OwnResume | null;
  /** The earlier application to this job. */
  before: { state: string | null } | undefined;
};

/** What an application can include, and whether there is one already. */
export async function readOwnPapers(userId: string, jobId: string): Promise<OwnPapers> {
  const client = await openData();
  const [profile, resume, sent] = await Promise.all([
    client
      .from('candidate_profiles')
      .select(
        'headline, summary, years_experience, experience_level, current_position, current_company, location, skills, certifications, languages, education, availability, linkedin_url, portfolio_url',
      )
      .eq('user_id', userId)
      .maybeSingle(),
    client
      .from('resumes')
      .select('id, file_name, bytes, object_name')
      .eq('user_id', userId)
      .eq('is_current', true)
      .maybeSingle(),
    client.rpc('own_applications', { job: jobId }).select('state').limit(1),
  ]);
  if (profile.error) throw profile.error;
  if (resume.error) throw resume.error;
  if (sent.error) throw sent.error;
  return { profile: profile.data, resume: resume.data, before: sent.data[0] };
}
