import { useState } from 'react';
import { openData } from '#app/data/open-data.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Link } from '#app/ui/link.tsx';
import { toast, toastError } from '#app/ui/toast.ts';
import { shortDate } from '#app/ui/when.ts';
import {
  type ApplicationState,
  isUnseen,
  openStates,
  stateWords,
} from '#domain/applications/applications.ts';
import * as links from '#domain/site/links.ts';
import type { ApplicationRow } from './application-row.ts';

type OwnApplicationProps = { row: ApplicationRow; onChange(): void };

export const isOpen = ({ state }: Pick<ApplicationRow, 'state'>) =>
  openStates.includes(state as ApplicationState);

export function OwnApplication({ row, onChange }: OwnApplicationProps) {
  const [asked, setAsked] = useState<'withdraw' | 'delete'>();
  const state = row.state as ApplicationState;

  async function act() {
    const client = await openData();
    const { data: isDone, error } = await (asked === 'delete'
      ? client.rpc('delete_application', { application: row.id })
      : client.rpc('withdraw_application', { application: row.id }));
    if (error) {
      toastError(failureOf(error).message);
      return;
    }
    if (asked === 'delete') toast({ title: 'Application deleted' });
    else toast(isDone ? { title: 'Application withdrawn' } : decidedMeanwhile);
    setAsked(undefined);
    onChange();
  }

  return (
    <li>
      <h3>
        {row.job_id && !row.is_closed ? (
          <Link href={links.job(row.job_id)}>
            <bdi>{row.job_title}</bdi>
          </Link>
        ) : (
          <bdi>{row.job_title}</bdi>
        )}
      </h3>
      <p>
        <bdi>{row.company_name}</bdi>
      </p>
      <p>
        <Badge tone={state === 'withdrawn' || state === 'declined' ? undefined : 'accent'}>
          {stateWords[state]}
        </Badge>
      </p>
      <p className="own-application-small">{timesOf(row).join('\u00a0· ')}</p>
      {row.said && (
        <p className="whitespace-pre-line wrap-anywhere">
          The company wrote: <bdi>{row.said}</bdi>
        </p>
      )}
      {row.is_silent && isOpen(row) && (
        <p className="own-application-small">
          Nobody answered within 14 days. We have told the company the same.
        </p>
      )}
      {row.is_closed && isOpen(row) && (
        <p className="own-application-small">
          The job is no longer on the board. The company still has your application.
        </p>
      )}
      <p className="actions">
        {isOpen(row) && (
          <Button variant="secondary" size="small" onClick={() => setAsked('withdraw')}>
            Withdraw<span className="sr-only">: {row.job_title}</span>
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={() => setAsked('delete')}>
          Delete<span className="sr-only">: {row.job_title}</span>
        </Button>
      </p>
      {asked && (
        <Asked
          about={asked === 'delete' && isOpen(row) ? 'delete-open' : asked}
          onClose={() => setAsked(undefined)}
          onConfirm={act}
        />
      )}
    </li>
  );
}

function timesOf(row: ApplicationRow) {
  const { applied_at, looked_at, answered_at, state, usual_days } = row;
  const isWaiting = !answered_at && openStates.includes(state as ApplicationState);
  return [
    `Sent ${shortDate(new Date(applied_at))}`,
    looked_at
      ? `last looked at ${shortDate(new Date(looked_at))}`
      : isUnseen(row) && 'not looked at yet',
    isWaiting &&
      usual_days &&
      `this company usually answers within ${usual_days === 1 ? 'a day' : `${usual_days} days`}`,
  ].filter(Boolean);
}

const decidedMeanwhile = {
  title: 'This application has since changed',
  description: 'It could not be withdrawn any more. You see how it stands now.',
  kind: 'error',
} as const;

type AskedProps = { about: keyof typeof questions; onClose(): void; onConfirm(): Promise<void> };

const questions = {
  withdraw: {
    title: 'Withdraw this application?',
    description:
      'The company sees that you withdrew it. While it stands here, you cannot apply for this job again.',
    confirmLabel: 'Withdraw',
  },
  delete: {
    title: 'Delete this application?',
    description:
      'You no longer see it. The company loses it after the time in which it may have to keep records by law.',
    confirmLabel: 'Delete',
  },
  'delete-open': {
    title: 'Delete this application?',
    description:
      'You no longer see it. It is withdrawn at once, and the company loses it after the time in which it may have to keep records by law.',
    confirmLabel: 'Delete',
  },
};

function Asked({ about, onClose, onConfirm }: AskedProps) {
  const [isBusy, setBusy] = useState(false);
  async function confirm() {
    setBusy(true);
    await onConfirm();
    setBusy(false);
  }
  return (
    <ConfirmDialog
      {...questions[about]}
      isDestructive={about !== 'withdraw'}
      isBusy={isBusy}
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onConfirm={confirm}
    />
  );
}
