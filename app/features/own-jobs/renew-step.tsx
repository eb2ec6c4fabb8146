import type { ReactNode } from 'react';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { daysWithoutDeadline } from '#domain/jobs/job-life.ts';
import * as links from '#domain/site/links.ts';
import type { Renewal } from './renew-by-link.ts';

/** The page behind a link in an email: one button, and afterwards the new end date. Works without script. */
export function RenewStep({ outcome, address }: { outcome: Renewal; address: string }) {
  const { title, text, action } = words(outcome, address);
  return <PageHeader eyebrow="Your job" title={title} intro={text} actions={action} />;
}

function words(
  outcome: Renewal,
  address: string,
): { title: string; text: ReactNode; action: ReactNode } {
  const toMyJobs = <ButtonLink href={links.myJobs}>Go to My jobs</ButtonLink>;
  switch (outcome.kind) {
    case 'ready':
      return {
        title: isOver(outcome) ? 'Put this job back on the board?' : 'Keep this job on the board?',
        text: (
          <>
            <Named {...outcome} /> {isOver(outcome) ? 'was' : 'is'} on the board until{' '}
            {dayOf(outcome.endsAt)}. Renewed, it {isOver(outcome) ? 'is there again' : 'stays'} for{' '}
            {daysWithoutDeadline} days from today; if it has a deadline, that is removed.
          </>
        ),
        action: (
          <form method="post" action={address}>
            <Button type="submit" size="large">
              Renew for {daysWithoutDeadline} days
            </Button>
          </form>
        ),
      };
    case 'renewed':
      return {
        title: isOver(outcome) ? 'The job was renewed before' : 'The job is renewed',
        text: (
          <>
            <Named {...outcome} /> {isOver(outcome) ? 'was' : 'stays'} on the board until{' '}
            {dayOf(outcome.endsAt)}.
          </>
        ),
        action: toMyJobs,
      };
    case 'closed':
      return {
        title: 'This job was closed',
        text: 'It has been closed or filled, so there is nothing to renew. You can reopen it under My jobs.',
        action: toMyJobs,
      };
    case 'busy':
      return {
        title: 'One moment, please',
        text: 'There were many attempts in a short time. Wait a few minutes, then open the link again.',
        action: toMyJobs,
      };
    case 'unknown':
      return {
        title: 'This link no longer works',
        text: 'It is more than 30 days old or incomplete, or the job is gone. Sign in and renew the job under My jobs.',
        action: toMyJobs,
      };
  }
}

const isOver = ({ endsAt }: { endsAt: string }) => Date.parse(endsAt) <= Date.now();

function Named({ title, company }: { title: string; company: string }) {
  return (
    <>
      <b>
        <bdi>{title}</bdi>
      </b>{' '}
      at <bdi>{company}</bdi>
    </>
  );
}

/** The last day, as in the email: a day ends when it has ended everywhere on earth (UTC−12). */
function dayOf(at: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Etc/GMT+12' }).format(
    new Date(Date.parse(at) - 1),
  );
}
