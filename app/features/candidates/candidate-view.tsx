import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import { ExternalLink } from '#app/ui/link.tsx';
import { CandidateBadges } from './candidate-badges.tsx';
import {
  type CandidateRow,
  entriesOf,
  type VerifiedCredential,
  verifiedOf,
} from './candidate-row.ts';
import { joinPlace } from './describe-candidate.ts';
import { Portrait } from './portrait.tsx';
import { isUploaded } from './use-pictures.ts';

type ShownCandidate = Omit<
  CandidateRow,
  'id' | 'user_id' | 'public_profile' | 'created_at' | 'updated_at' | 'completeness' | 'verified'
> &
  Partial<Pick<CandidateRow, 'verified'>>;

type CandidateViewProps = {
  candidate: ShownCandidate;
  picture: string | undefined;
  /** The level of its heading: the page's own, or a part of another page. */
  heading: 'h1' | 'h2';
  /** Left out next to the profile's form, whose badges already show it. */
  VerifiedEntries?: ComponentType<{ verified: VerifiedCredential[] }>;
  children?: ReactNode;
};

/** Everything that members see of a candidate, on the candidate's page and in their own preview. */
export function CandidateView({
  candidate,
  picture,
  heading: Heading,
  VerifiedEntries,
  children,
}: CandidateViewProps) {
  const verified = verifiedOf(candidate);
  return (
    <article className="candidate-view">
      <header>
        <Portrait src={picture} isLarge />
        <div>
          <Heading dir="auto">{candidate.headline}</Heading>
          <p className="candidate-place" dir="auto">
            {joinPlace(candidate)}
          </p>
          <CandidateBadges candidate={candidate} />
          {children}
        </div>
      </header>
      <PartHeading value={Heading === 'h1' ? 'h2' : 'h3'}>
        <Text title="Summary" text={candidate.summary} />
        <List title="Skills" entries={entriesOf(candidate.skills)} isChips />
        {VerifiedEntries && verified.length > 0 && (
          <Part title="Verified in our register">
            <VerifiedEntries verified={verified} />
          </Part>
        )}
        <List title="Certifications, as stated" entries={entriesOf(candidate.certifications)} />
        <Text title="Education" text={candidate.education} />
        <List title="Languages" entries={entriesOf(candidate.languages)} />
        <Wishes candidate={candidate} />
        <Addresses candidate={candidate} />
      </PartHeading>
    </article>
  );
}

/** One level below the candidate's own heading. */
const PartHeading = createContext<'h2' | 'h3'>('h2');

function Part({ title, children }: { title: string; children: ReactNode }) {
  const Heading = useContext(PartHeading);
  return (
    <section className="candidate-part">
      <Heading className="candidate-part-title">{title}</Heading>
      <div>{children}</div>
    </section>
  );
}

function Text({ title, text }: { title: string; text: string | null }) {
  if (!text) return null;
  return (
    <Part title={title}>
      <p className="whitespace-pre-line" dir="auto">
        {text}
      </p>
    </Part>
  );
}

type ListProps = { title: string; entries: readonly string[]; isChips?: boolean };

function List({ title, entries, isChips }: ListProps) {
  if (entries.length === 0) return null;
  return (
    <Part title={title}>
      <ul className={isChips ? 'candidate-skills' : 'candidate-entries'}>
        {entries.map((entry) => (
          <li key={entry} className={isChips ? 'chip' : undefined} dir="auto">
            {entry}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Wishes({ candidate }: { candidate: ShownCandidate }) {
  const wishes = [
    ['Job types', entriesOf(candidate.preferred_job_types).join(', ')],
    ['Places', entriesOf(candidate.preferred_locations).join('; ')],
    ['Salary', candidate.salary_expectations],
  ].filter(([, text]) => text);
  if (wishes.length === 0) return null;
  return (
    <Part title="Looking for">
      <dl className="candidate-wishes">
        {wishes.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

/** Only http and https addresses become links, including that of a picture on the web. */
function Addresses({ candidate }: { candidate: ShownCandidate }) {
  const picture = candidate.profile_picture_url;
  const addresses = [
    ['LinkedIn', candidate.linkedin_url],
    ['Portfolio', candidate.portfolio_url],
    ['Picture', picture && !isUploaded(picture) ? picture : null],
  ].flatMap(([name, url]) => (url && /^https?:\/\//i.test(url) ? [{ name, url }] : []));
  if (addresses.length === 0) return null;
  return (
    <Part title="On the web">
      <ul className="candidate-entries">
        {addresses.map(({ name, url }) => (
          <li key={name}>
            <ExternalLink href={url} rel="noopener noreferrer nofollow">
              {name}, at {hostOf(url)}
            </ExternalLink>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
