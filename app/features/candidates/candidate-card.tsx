import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import * as links from '#domain/site/links.ts';
import { CandidateBadges } from './candidate-badges.tsx';
import { type CandidateRow, entriesOf } from './candidate-row.ts';
import { joinPlace } from './describe-candidate.ts';
import { Portrait } from './portrait.tsx';
import { SaveButton } from './save-button.tsx';

const shownSkills = 5;

type CandidateCardProps = {
  candidate: CandidateRow;
  picture: string | undefined;
  /** One level below the heading of the list. */
  heading: 'h2' | 'h3';
  isSaved: boolean;
  onSave(): void;
  onContact(): void;
  children?: ReactNode;
};

export function CandidateCard({
  candidate,
  picture,
  heading: Heading,
  isSaved,
  onSave,
  onContact,
  children,
}: CandidateCardProps) {
  const { id, headline, summary } = candidate;
  const skills = entriesOf(candidate.skills);
  return (
    <article className="candidate" aria-labelledby={`candidate-${id}`}>
      <Portrait src={picture} />
      <div className="candidate-words">
        <Heading id={`candidate-${id}`} className="candidate-headline" dir="auto">
          <Link href={links.candidate(id)}>{headline}</Link>
        </Heading>
        <p className="candidate-place" dir="auto">
          {joinPlace(candidate)}
        </p>
        <CandidateBadges candidate={candidate} />
        {summary && (
          <p className="candidate-summary" dir="auto">
            {summary}
          </p>
        )}
        {skills.length > 0 && (
          <ul className="candidate-skills" aria-label="Skills">
            {skills.slice(0, shownSkills).map((skill) => (
              <li key={skill} className="chip" dir="auto">
                {skill}
              </li>
            ))}
            {skills.length > shownSkills && <li>+{skills.length - shownSkills} more</li>}
          </ul>
        )}
        {children}
      </div>
      <div className="candidate-actions">
        <Button
          variant="secondary"
          size="small"
          aria-label={`Contact ${headline}`}
          onClick={onContact}
        >
          <Mail aria-hidden="true" />
          Contact
        </Button>
        <SaveButton headline={headline} isSaved={isSaved} onSave={onSave} />
      </div>
    </article>
  );
}
