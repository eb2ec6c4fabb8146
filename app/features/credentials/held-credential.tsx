import type { Credential } from '#app/content/certifications.ts';
import { CredentialSeal } from '#app/pictures/credential-seal.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { showCredentialNumber } from '#domain/credentials/credential-number.ts';
import {
  credentialStateWords,
  credentialTitle,
  hoursWords,
  lastDayWords,
  type OwnCredential,
} from '#domain/credentials/credentials.ts';
import * as links from '#domain/site/links.ts';
import { dayWords } from '#domain/text/day-words.ts';
import { Choices } from './choices.tsx';
import { Downloads } from './downloads.tsx';
import { Share } from './share.tsx';

type HeldCredentialProps = { credential: OwnCredential; onDone(words: string): void };

/** One credential as its holder sees it: the seal, what it says, who may see it, and its files. */
export function HeldCredential({ credential, onDone }: HeldCredentialProps) {
  const { number, state, kind, awarded_on: from, expires_on: until } = credential;
  const title = credentialTitle(credential);
  const isValid = state === 'active';
  return (
    <article className="held-credential" aria-label={title}>
      <header>
        {kind === 'tier' && (
          <CredentialSeal credential={credential.type as Credential} className="w-28" />
        )}
        <div>
          <h2>{title}</h2>
          <p className="held-credential-marks">
            <Badge tone={isValid ? 'good' : state === 'revoked' ? 'danger' : 'warm'}>
              {credential.replaced_by ? 'Replaced' : credentialStateWords[state]}
            </Badge>
            {credential.is_sample && <Badge>Sample</Badge>}
          </p>
          <p className="held-credential-name">
            <bdi>{credential.name}</bdi>
          </p>
        </div>
      </header>
      {!isValid && <NotValid credential={credential} />}
      <dl>
        <Fact label="Number">
          <a className="link" href={links.verifyNumber(showCredentialNumber(number))}>
            {showCredentialNumber(number)}
          </a>
        </Fact>
        <Fact label="Awarded on">{dayWords(from)}</Fact>
        {(until || isValid) && (
          <Fact label={lastDayWords(state, until)}>{until ? dayWords(until) : 'No end date'}</Fact>
        )}
        <Fact label="Study">{hoursWords(credential.hours_from, credential.hours_to)}</Fact>
      </dl>
      {kind !== 'tier' && (
        <p className="credential-quiet">
          Credits from a micro-certification count toward the full program.
        </p>
      )}
      {isValid && (
        <>
          <Share credential={credential} />
          <Downloads number={number} />
        </>
      )}
      <Choices credential={credential} onDone={onDone} />
    </article>
  );
}

function NotValid({
  credential: { state, state_reason: reason, ...its },
}: {
  credential: OwnCredential;
}) {
  if (state === 'expired') {
    return (
      <Notice title="It has expired">
        {its.renews_by_education
          ? 'It is renewed by continuing education: write to us with what you have completed.'
          : 'Write to us if you want to renew it.'}
      </Notice>
    );
  }
  if (its.replaced_by) {
    const other = showCredentialNumber(its.replaced_by);
    return (
      <Notice title="It was replaced by another">
        {reason && <p dir="auto">{reason}</p>}
        <p>
          Whoever checks this number is led to{' '}
          <a className="link" href={links.verifyNumber(other)}>
            {other}
          </a>
          .
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="danger" title={state === 'revoked' ? 'It was revoked' : 'It is suspended'}>
      {reason && <p dir="auto">{reason}</p>}
      <p>
        Whoever checks the number or a file of it reads so. If you think that this is wrong, write
        to us.
      </p>
    </Notice>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
