/** Why a posting fits somebody: the answer of `why_jobs_fit`. */
export type FitReasons = {
  type?: string;
  /** As the profile names it. */
  place?: string;
  remote?: true;
  skills?: string[];
  credentials?: string[];
};

/** "Full-time, in Charlotte, NC, names Epic and HL7, wants CIHIS-AI, which you hold". */
export function sayWhyItFits(reasons: FitReasons): string {
  const { type, place, remote, skills = [], credentials = [] } = reasons;
  return [
    credentials.length > 0 && `wants ${listed(credentials)}, which you hold`,
    skills.length > 0 && `names ${listed(skills)}`,
    remote ? 'remote' : place && `in ${place}`,
    type?.toLowerCase(),
  ]
    .filter(Boolean)
    .join('; ');
}

function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
