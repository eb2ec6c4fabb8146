import { Badge } from '#app/ui/badge.tsx';
import type { CandidateRow } from './candidate-row.ts';
import { describeAvailability, describeYears } from './describe-candidate.ts';
import './candidate.css';

type Facts = Pick<
  CandidateRow,
  'experience_level' | 'years_experience' | 'availability' | 'certifications'
>;

export function CandidateBadges({ candidate }: { candidate: Facts }) {
  const { experience_level, years_experience, availability } = candidate;
  return (
    <p className="candidate-badges">
      <Badge tone="accent">{experience_level}</Badge>
      {years_experience !== null && <span>{describeYears(years_experience)}</span>}
      <span dir="auto">{describeAvailability(availability)}</span>
      {candidate.certifications.some((name) => /cihis/i.test(name)) && (
        <Badge tone="good">CIHIS certified, as stated</Badge>
      )}
    </p>
  );
}
