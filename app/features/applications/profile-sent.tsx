import type { OwnProfile } from './use-own-papers.ts';

/** Exactly what the company gets of a profile. */
export function ProfileSent({ profile }: { profile: Partial<OwnProfile> }) {
  const list = (entries: string[] | null | undefined) => entries?.join(', ');
  const work = [profile.current_position, profile.current_company].filter(Boolean).join(', ');
  const facts: [string, string | number | null | undefined][] = [
    ['Headline', profile.headline],
    ['Summary', profile.summary],
    ['Present work', work],
    ['Experience', yearsOf(profile.years_experience)],
    ['Level', profile.experience_level],
    ['Location', profile.location],
    ['Skills', list(profile.skills)],
    ['Certifications', list(profile.certifications)],
    ['Languages', list(profile.languages)],
    ['Education', profile.education],
    ['Availability', profile.availability],
    ['LinkedIn', profile.linkedin_url],
    ['Portfolio', profile.portfolio_url],
  ];
  return (
    <dl className="apply-facts">
      {facts.map(
        ([name, value]) =>
          value !== null &&
          value !== undefined &&
          value !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function yearsOf(years: number | null | undefined) {
  if (years === null || years === undefined) return undefined;
  return years === 1 ? '1 year' : `${years} years`;
}
