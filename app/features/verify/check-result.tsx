import {
  BadgeCheck,
  CircleHelp,
  CirclePause,
  CircleX,
  Clock,
  FileClock,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { certifications } from '#app/content/certifications.ts';
import { verify } from '#app/content/verify.ts';
import { CredentialSeal } from '#app/pictures/credential-seal.tsx';
import { Notice } from '#app/ui/notice.tsx';
import {
  type CheckAnswer,
  type CheckState,
  isSuperseded,
} from '#domain/credentials/credential-check.ts';
import { hoursWords, lastDayWords } from '#domain/credentials/credentials.ts';
import * as links from '#domain/site/links.ts';
import { dayWords } from '#domain/text/day-words.ts';

const { states, notes, facts } = verify;

const looks: Record<CheckState, { Icon: LucideIcon; color: string }> = {
  active: { Icon: BadgeCheck, color: 'text-good' },
  expired: { Icon: Clock, color: 'text-danger' },
  suspended: { Icon: CirclePause, color: 'text-danger' },
  revoked: { Icon: CircleX, color: 'text-danger' },
  replaced: { Icon: FileClock, color: 'text-clay' },
  unknown: { Icon: CircleHelp, color: 'text-danger' },
};

/**
 * What the register says about one number: in words, colour and a symbol. The script of /verify copies it from this
 * page.
 */
export function CheckResult({ check }: { check: CheckAnswer }) {
  const { state } = check;
  const { title, text } = isSuperseded(check) ? verify.superseded : states[state];
  const { Icon, color } = looks[state];
  return (
    <article data-check={state} className="border border-line bg-surface">
      <header className="flex items-start gap-4 border-b border-line p-5 sm:gap-5 sm:p-8">
        <Icon
          className={`size-11 shrink-0 sm:size-14 ${color}`}
          strokeWidth={1.5}
          aria-hidden="true"
        />
        <div className="min-w-0">
          <h2 className={`text-3xl wrap-anywhere sm:text-4xl ${color}`}>{title}</h2>
          <p className="mt-1.5 text-lg">{text}</p>
          {state === 'unknown' && <p className="mt-2 text-muted">{notes.unknown}</p>}
          {check.state !== 'unknown' && check.successor && (
            <p className="mt-2">
              <a className="link" href={links.verifyNumber(check.successor)}>
                {verify.successor}
              </a>
            </p>
          )}
          {state === 'replaced' && (
            <p className="mt-2 text-muted">
              {notes.replaced}{' '}
              <a className="link" href={links.verifyNumber(check.number)}>
                {verify.newest}
              </a>
            </p>
          )}
        </div>
      </header>
      {check.state === 'unknown' ? (
        <dl className="p-5 sm:p-8">
          <Fact label={facts.number}>{check.number}</Fact>
        </dl>
      ) : (
        <Details check={check} />
      )}
      <p className="border-t border-line px-5 py-3 text-sm text-muted sm:px-8">
        {verify.checked} {moment(check.checkedAt)}.
      </p>
    </article>
  );
}

type Known = Exclude<CheckAnswer, { state: 'unknown' }>;

function Details({ check }: { check: Known }) {
  const { type, state, expiresOn, stateSince } = check;
  const { from, to } = type.hours;
  const seal = certifications.find(({ credential }) => credential === type.code);
  return (
    <>
      <div className="grid gap-x-10 gap-y-7 p-5 sm:grid-cols-[1fr_auto] sm:p-8">
        <dl className="grid content-start gap-x-8 gap-y-5 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <dt className="text-sm text-muted">{facts.holder}</dt>
            <dd className="font-serif text-3xl leading-tight wrap-anywhere">
              <bdi>{check.holder}</bdi>
            </dd>
            {check.isValid && <dd className="mt-1.5 text-sm text-muted">{notes.compare}</dd>}
          </div>
          <Fact label={facts.credential} isWide>
            {check.title}
          </Fact>
          <Fact label={facts.awarded}>{dayWords(check.awardedOn)}</Fact>
          {(expiresOn || check.isValid) && (
            <Fact label={lastDayWords(state === 'replaced' ? 'active' : state, expiresOn)}>
              {expiresOn ? dayWords(expiresOn) : facts.endless}
            </Fact>
          )}
          {stateSince && (state === 'suspended' || state === 'revoked') && (
            <Fact label={isSuperseded(check) ? facts.replacedOn : facts.since[state]}>
              {dayWords(stateSince)}
            </Fact>
          )}
          <Fact label={facts.issuer}>{check.issuer}</Fact>
          <Fact label={facts.number}>{check.number}</Fact>
        </dl>
        {seal && (
          <CredentialSeal
            credential={seal.credential}
            className="w-36 justify-self-start sm:w-44 sm:justify-self-end"
          />
        )}
      </div>
      {check.isSample && (
        <div className="px-5 pb-6 sm:px-8">
          <Notice title={notes.sample} />
        </div>
      )}
      <div className="border-t border-line p-5 sm:p-8">
        <h3 className="text-xl">{verify.took}</h3>
        <p className="mt-1 text-muted">{hoursWords(from, to)} of study</p>
        <ul className="mt-4 grid gap-2">
          {type.criteria.map((criterion) => (
            <li key={criterion} className="border-l-2 border-clay pl-4">
              {criterion}
            </li>
          ))}
        </ul>
        <p className="mt-5" data-print="none">
          <a className="link" href={type.page}>
            {verify.more}
          </a>
        </p>
      </div>
    </>
  );
}

function Fact({
  label,
  isWide,
  children,
}: {
  label: string;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={isWide ? 'sm:col-span-2' : undefined}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

/** A printout must also say when that was. */
function moment(time: string): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Date(time).toLocaleString('en-US', style)} UTC`;
}
