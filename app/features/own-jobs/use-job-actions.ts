import { useState } from 'react';
import { openData } from '#app/data/open-data.ts';
import { failureOf } from '#app/ui/failure.ts';
import { toast, toastError } from '#app/ui/toast.ts';
import { endsAt, type JobStatus } from '#domain/jobs/job-life.ts';
import * as links from '#domain/site/links.ts';
import { type Change, changeJob, deleteJob, jobIsGone, type ListedJob } from './own-jobs.ts';

/** A question that must be answered first. */
export type Asking = 'delete' | 'renew' | 'reopen';

type Message = { title: string; description?: string };
type Given = {
  job: ListedJob;
  status: JobStatus;
  /** Undefined until known. */
  isMember: boolean | undefined;
  onChanged(job: ListedJob): void;
  onGone(): void;
};

export type JobActions = ReturnType<typeof useJobActions>;

/** People who applied here and are waiting are told that it has ended, with a delay in case it was a slip. */
const toldWhen = ({ applies_here }: ListedJob) =>
  applies_here ? ' Applicants who wait for an answer are told in ten minutes.' : '';

const toldOfRemoval = {
  deleted: { title: 'Job deleted' },
  closed: {
    title: 'Job closed',
    description: 'It has thousands of applications. Once they are detached, it is deleted.',
  },
  gone: { title: jobIsGone },
} satisfies Record<string, Message>;

/** What can be done with a job in its present state. */
export function useJobActions({ job, status, isMember, onChanged, onGone }: Given) {
  const [asking, setAsking] = useState<Asking>();
  const [hasAsked, setHasAsked] = useState(false);
  if (asking && !hasAsked) setHasAsked(true);
  const [isBusy, setBusy] = useState(false);

  /** Resolves to whether it worked; failures are reported. */
  async function run(work: () => Promise<Message>): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    try {
      toast(await work());
      return true;
    } catch (error) {
      toastError(failureOf(error).message);
      return false;
    } finally {
      setBusy(false);
    }
  }

  const change = (what: Change, message: Message) =>
    run(async () => {
      const changed = await changeJob(await openData(), job.id, what);
      if (changed) {
        onChanged(changed);
        return message;
      }
      onGone();
      return { title: jobIsGone };
    });

  const close = () =>
    change(
      { is_active: false },
      {
        title: 'Job closed',
        description: `It has left the board. Its page says that it is closed.${toldWhen(job)}`,
      },
    );
  const fill = () =>
    change(
      { filled_at: new Date().toISOString() },
      {
        title: 'Marked as filled',
        description: `It has left the board. Its page says that it is filled.${toldWhen(job)}`,
      },
    );
  const reopen = (deadline: string | null) =>
    change(
      { is_active: true, application_deadline: deadline },
      { title: 'Job reopened', description: 'It is on the board again.' },
    );
  const renew = (deadline: string | null) =>
    change(
      { published_at: new Date().toISOString(), application_deadline: deadline },
      {
        title: 'Job renewed',
        description: status === 'expired' ? 'It is on the board again.' : 'It stays on the board.',
      },
    );
  const feature = () =>
    change(
      { is_featured: true },
      {
        title: 'Job featured',
        description: 'It comes first on the board while it is live and your membership runs.',
      },
    );
  const unfeature = () =>
    change(
      { is_featured: false },
      { title: 'No longer featured', description: 'It is back among the others on the board.' },
    );

  /** Offered to everybody; people known not to be members are sent to the membership page. */
  const featuring = job.is_featured
    ? { label: 'Stop featuring', onSelect: unfeature }
    : isMember === false
      ? { kind: 'link' as const, label: 'Feature, with a membership', href: links.membership }
      : { label: 'Feature on the board', onSelect: feature };

  /** With a past deadline it would end again at once, so ask for a new one. */
  const hasRunOut = job.application_deadline !== null && endsAt(job) <= new Date();
  const askToReopen = () =>
    hasRunOut ? setAsking('reopen') : void reopen(job.application_deadline);
  const askToRenew = () =>
    job.application_deadline === null ? void renew(null) : setAsking('renew');

  const isOver = status === 'closed' || status === 'filled';
  const isOpen = status === 'live' || status === 'expired';
  const items = [
    status === 'live' && featuring,
    isOpen && { label: 'Renew', onSelect: askToRenew },
    isOver && { label: 'Reopen', onSelect: askToReopen },
    isOpen && { label: 'Close', onSelect: close },
    (isOpen || status === 'closed') && { label: 'Mark as filled', onSelect: fill },
    status !== 'hidden' && {
      kind: 'link' as const,
      label: 'Duplicate',
      href: links.copyJob(job.id),
    },
    status !== 'hidden' && { kind: 'divider' as const },
    { label: 'Delete', isDanger: true, onSelect: () => setAsking('delete') },
  ].filter((item) => item !== false);

  return {
    items,
    asking,
    /** The dialogs are loaded for the first question, and then stay. */
    hasAsked,
    isBusy,
    stopAsking: () => setAsking(undefined),
    /** The dialogs could not be loaded: the next question tries again. */
    forgetAsking() {
      setAsking(undefined);
      setHasAsked(false);
    },
    async prolong(deadline: string | null) {
      const isDone = await (asking === 'reopen' ? reopen : renew)(deadline);
      if (isDone) setAsking(undefined);
    },
    async remove() {
      let isStillThere = false;
      const isDone = await run(async () => {
        const outcome = await deleteJob(await openData(), job.id);
        isStillThere = outcome === 'closed';
        return toldOfRemoval[outcome];
      });
      if (!isDone) return;
      setAsking(undefined);
      if (isStillThere) onChanged({ ...job, is_active: false });
      else onGone();
    },
  };
}
