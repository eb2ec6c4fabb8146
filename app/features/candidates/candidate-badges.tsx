import { BadgeCheck } from 'lucide-react';
import { Badge } from '#app/ui/badge.tsx';
import { type CandidateRow, entriesOf, verifiedOf } from './candidate-row.ts';
import { describeAvailability, describeYears } from './describe-candidate.ts';
import './candidate.css';

type Facts = Pick<
  CandidateRow,
  'experience_level' | 'years_experience' | 'availability' | 'certifications'
> &
  Partial<Pick<CandidateRow, 'verified'>>;

export function CandidateBadges({ candidate }: { candidate: Facts }) {
  const verified = verifiedOf(candidate);
  const { experience_level, years_experience, availability } = candidate;
  return (
    <p className="candidate-badges">
      <Badge tone="accent">{experience_level}</Badge>
      {years_experience !== null && <span>{describeYears(years_experience)}</span>}
      <span dir="auto">{describeAvailability(availability)}</span>
      {verified.map(({ type, title, kind, year, is_sample: isSample }) => (
        <Badge key={type} tone="good">
          <BadgeCheck aria-hidden="true" />
          Verified: {kind === 'tier' ? type : title}, {year}
          {isSample && ' (sample)'}
        </Badge>
      ))}
      {verified.length === 0 &&
        entriesOf(candidate.certifications).some((name) => /cihis/i.test(name)) && (
          <span>CIHIS as stated, not verified</span>
        )}
    </p>
  );
}
