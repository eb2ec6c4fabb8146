import type { ReactNode } from 'react';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Lines } from '#app/ui/lines.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { Time } from '#app/ui/time.tsx';
import { isUnseen, openStates, stateWords } from '#domain/applications/applications.ts';
import * as links from '#domain/site/links.ts';
import { whatIsSaid } from './application-said.tsx';
import type { LinkedApplication, LinkOutcome } from './by-link.ts';

/** After these, nothing is left to show or do. */
const ends: ReadonlySet<LinkedApplication['done']> = new Set([
  'deleted',
  'before',
  'withdrawn-before',
  'twice',
  'closed',
]);

/** The page behind the link in an email. Works without script. */
export function ApplicationStep({ outcome, address }: { outcome: LinkOutcome; address: string }) {
  if (outcome.kind !== 'there') return <Nothing kind={outcome.kind} />;
  const { application } = outcome;
  const { title, text } = whatIsSaid(application);
  const isOver = ends.has(application.done);
  return (
    <PageHeader
      eyebrow="Your application"
      title={title}
      intro={text}
      actions={
        isOver ? (
          <ButtonLink href={links.jobs}>Browse Opportunities</ButtonLink>
        ) : (
          <div className="grid w-full max-w-2xl gap-6">
            {application.state === 'unconfirmed' && (
              <Act address={address} act="confirm" size="large">
                Send it to the company
              </Act>
            )}
            <Facts application={application} />
            <Ways application={application} address={address} />
          </div>
        )
      }
    />
  );
}

function Facts({ application }: { application: LinkedApplication }) {
  const { looked_at, answered_at, usual_days, state } = application;
  const isSent = state !== 'unconfirmed';
  const isOpen = openStates.includes(state);
  const facts: [string, ReactNode][] = [
    ['State', isSent && stateWords[state]],
    ['Posting', isOpen && application.is_closed && closed],
    ['Answer', isOpen && application.is_silent && silent],
    ['Sent', isSent && <Day at={application.applied_at} />],
    [
      'Last looked at',
      isSent && (looked_at ? <Day at={looked_at} /> : isUnseen(application) && 'Not yet'),
    ],
    [
      'Usually answers within',
      isSent && !answered_at && usual_days && (usual_days === 1 ? 'a day' : `${usual_days} days`),
    ],
    ['Name', application.name],
    ['Email', application.email],
    ['Phone', application.phone],
    ['Place', application.place],
    ['Resume', application.file_name],
    ...application.answers.map(({ question, answer }): [string, ReactNode] => [
      question,
      <Lines key="answer" text={answer} />,
    ]),
    ['Note', application.note && <Lines text={application.note} />],
  ];
  return (
    <dl className="grid gap-3">
      {application.said.map(({ at, words }) => (
        <div key={at}>
          <dt className="font-semibold">
            The company wrote on <Day at={at} />
          </dt>
          <dd className="wrap-anywhere" dir="auto">
            <Lines text={words} />
          </dd>
        </div>
      ))}
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt className="font-semibold">
                <bdi>{name}</bdi>
              </dt>
              <dd className="wrap-anywhere" dir="auto">
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

const closed = 'No longer on the board. The company still has your application.';
const silent = 'Nobody answered within 14 days. We have told the company the same.';

/** Each action is a form of its own, so that Enter presses the focused button. */
function Ways({ application, address }: { application: LinkedApplication; address: string }) {
  const { state, done } = application;
  const isSent = state !== 'unconfirmed';
  return (
    <div className="actions">
      {openStates.includes(state) && (
        <Act address={address} act="withdraw" variant="secondary">
          Withdraw it
        </Act>
      )}
      <Act address={address} act="delete" variant="quiet">
        {isSent ? 'Delete it' : 'Delete it, and send nothing'}
      </Act>
      {isSent && done !== 'quiet' && (
        <Act address={address} act="quiet" variant="quiet">
          No more emails about it
        </Act>
      )}
    </div>
  );
}

type ActProps = {
  address: string;
  act: string;
  variant?: 'secondary' | 'quiet';
  size?: 'large';
  children: ReactNode;
};

function Act({ address, act, variant, size, children }: ActProps) {
  return (
    <form method="post" action={address}>
      <input type="hidden" name="act" value={act} />
      <Button type="submit" variant={variant} size={size}>
        {children}
      </Button>
    </form>
  );
}

function Nothing({ kind }: { kind: 'unknown' | 'busy' }) {
  return kind === 'busy' ? (
    <PageHeader
      title="One moment, please"
      intro="There were many attempts in a short time. Wait a few minutes, then open the link again."
    />
  ) : (
    <PageHeader
      title="This link no longer works"
      intro="It is incomplete, the application was deleted, or it was not confirmed within a day. Open the newest email, or apply again."
      actions={<ButtonLink href={links.jobs}>Browse Opportunities</ButtonLink>}
    />
  );
}

/** In the American evening, UTC is already at the next day; with script, the reader's own day is shown. */
function Day({ at }: { at: string }) {
  const utc = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <Time at={at} data-own-day>
      {utc.format(new Date(at))}
    </Time>
  );
}
