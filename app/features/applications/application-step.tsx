import type { ReactNode } from 'react';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Lines } from '#app/ui/lines.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { Time } from '#app/ui/time.tsx';
import { isUnseen, openStates, stateWords } from '#domain/applications/applications.ts';
import * as links from '#domain/site/links.ts';
import type { LinkedApplication, LinkOutcome } from './by-link.ts';

/** The page of a mail's link. Works without script. */
export function ApplicationStep({ outcome, address }: { outcome: LinkOutcome; address: string }) {
  if (outcome.kind !== 'there') return <Nothing kind={outcome.kind} />;
  const { application } = outcome;
  const { title, text } = said(application);
  const { done } = application;
  const isGone =
    done !== null && ['deleted', 'before', 'withdrawn-before', 'twice', 'closed'].includes(done);
  return (
    <PageHeader
      eyebrow="Your application"
      title={title}
      intro={text}
      actions={
        isGone ? (
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

function said(application: LinkedApplication): { title: string; text: ReactNode } {
  const { done, state } = application;
  const title = (
    <b>
      <bdi>{application.title}</bdi>
    </b>
  );
  const job = (
    <>
      {title} at <bdi>{application.company}</bdi>
    </>
  );
  if (done === 'confirmed') {
    return {
      title: 'Your application was sent',
      text: (
        <>
          <bdi>{application.company}</bdi> now has your application for {title}. We write to you
          when it changes. Keep our emails: their links show how it stands.
        </>
      ),
    };
  }
  if (done === 'before') {
    return {
      title: 'You have already applied for this job',
      text: (
        <>
          <bdi>{application.company}</bdi> has an application for {title} from this address, and one
          is enough. This one was not sent.
        </>
      ),
    };
  }
  if (done === 'withdrawn-before') {
    return {
      title: 'You withdrew your application for this job',
      text: (
        <>
          <bdi>{application.company}</bdi> still has the one for {title} that you withdrew, so this
          one was not sent. To send it, delete the withdrawn one with the link in its email, then
          open this link again.
        </>
      ),
    };
  }
  if (done === 'twice') {
    return {
      title: 'This application was not sent',
      text: (
        <>
          You have deleted two applications for {title} at <bdi>{application.company}</bdi>. You can
          send another one once the company no longer has them.
        </>
      ),
    };
  }
  if (done === 'closed') {
    return {
      title: 'This job has since closed',
      text: (
        <>{job} takes no applications any more. Yours was not sent and is deleted within a day.</>
      ),
    };
  }
  if (done === 'deleted') {
    return {
      title: 'Your application is deleted',
      text:
        state === 'unconfirmed' ? (
          <>Nobody got it, and nothing of it is kept.</>
        ) : (
          <>
            {state === 'withdrawn'
              ? 'It is withdrawn, and you no longer see it.'
              : 'You no longer see it.'}{' '}
            The company loses it after the time in which it may have to keep records by law.
          </>
        ),
    };
  }
  if (done === 'withdrawn') {
    return {
      title: 'Your application is withdrawn',
      text: (
        <>
          <bdi>{application.company}</bdi> sees that you withdrew it ({title}). Should you want to
          apply again, delete this one first.
        </>
      ),
    };
  }
  if (done === 'quiet') {
    return {
      title: 'You get no more of these emails',
      text: application.has_account ? (
        <>
          This applies to all your applications. You can turn them on again under Your applications.
        </>
      ) : (
        <>
          We write no more when it changes ({job}). A message from the company still comes, because
          it has no other way to reach you. This link keeps showing how it stands.
        </>
      ),
    };
  }
  if (state === 'unconfirmed') {
    return {
      title: 'Send your application?',
      text: (
        <>
          Look at it once more. <bdi>{application.company}</bdi> gets your application for {title}{' '}
          when you press the button.
        </>
      ),
    };
  }
  return { title: stateWords[state], text: job };
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

/** What is offered stands in its own form each, so that a key presses what it seems to. */
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

/** In the evening the day of UTC is tomorrow: where there is script, it is the reader's. */
function Day({ at }: { at: string }) {
  const utc = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <Time at={at} data-own-day>
      {utc.format(new Date(at))}
    </Time>
  );
}
