import { BadgeCheck, Paperclip } from 'lucide-react';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import type { ApplicationDetail } from './detail.ts';

type SentProps = {
  it: ApplicationDetail;
  onResume(resume: NonNullable<ApplicationDetail['resume']>): void;
};

const parts: Record<string, string> = {
  headline: 'Headline',
  summary: 'Summary',
  location: 'Location',
  current_position: 'Current position',
  current_company: 'Current company',
  experience_level: 'Experience level',
  years_experience: 'Years of experience',
  skills: 'Skills',
  certifications: 'Certifications, as stated',
  languages: 'Languages',
  education: 'Education',
  availability: 'Availability',
  linkedin_url: 'LinkedIn',
  portfolio_url: 'Portfolio',
};

/** What came with the application, as it was sent. */
export function Sent({ it, onResume }: SentProps) {
  const { resume } = it;
  const told = Object.entries(parts).flatMap(([key, label]) => {
    const value = it.profile?.[key];
    const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
    return text ? [{ key, label, text }] : [];
  });
  return (
    <>
      <section>
        <h3>How to reach them</h3>
        <dl className="inbox-facts">
          <dt>Email</dt>
          <dd>
            <a className="link" href={`mailto:${it.email}`}>
              {it.email}
            </a>
          </dd>
          {it.phone && (
            <>
              <dt>Phone</dt>
              <dd>{it.phone}</dd>
            </>
          )}
          {it.place && (
            <>
              <dt>Place</dt>
              <dd dir="auto">{it.place}</dd>
            </>
          )}
        </dl>
        {resume && (
          <Button variant="secondary" size="small" onClick={() => onResume(resume)}>
            <Paperclip aria-hidden="true" />
            Save the resume<span className="sr-only"> {resume.file_name}</span>
          </Button>
        )}
      </section>
      {it.note && (
        <section>
          <h3>Their note</h3>
          <p className="inbox-text" dir="auto">
            {it.note}
          </p>
        </section>
      )}
      {it.answers.length > 0 && (
        <section>
          <h3>Answers</h3>
          <dl className="inbox-answers">
            {it.answers.map(({ question, answer, meets }) => (
              <div key={question}>
                <dt dir="auto">{question}</dt>
                <dd>
                  <span dir="auto">{answer}</span>{' '}
                  {!meets && <Badge tone="warm">Misses a requirement</Badge>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {it.verified.length > 0 && (
        <p className="inbox-marks">
          {it.verified.map(({ type, title, kind, year }) => (
            <Badge key={`${type} ${year}`} tone="good">
              <BadgeCheck aria-hidden="true" />
              Verified: {kind === 'tier' ? type : title}, {year}
            </Badge>
          ))}
        </p>
      )}
      {told.length > 0 && (
        <section>
          <h3>Profile, as it was sent</h3>
          <dl className="inbox-facts">
            {told.map(({ key, label, text }) => (
              <Fact key={key} label={label} text={text} />
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

function Fact({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd dir="auto">{text}</dd>
    </>
  );
}
