import { type ReactNode, useEffect, useRef, useState } from 'react';
import { jobs as content } from '#app/content/jobs.ts';
import { openSupabase } from '#app/data/supabase.ts';
import { signInPath } from '#app/session/return-path.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast, toastError } from '#app/ui/toast.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { Waiting } from '#app/ui/waiting.tsx';
import * as links from '#domain/site/links.ts';
import { countJobs } from './describe-count.ts';
import { JobLine } from './job-line.tsx';
import { salaryOf } from './job-words.ts';
import { listSaved, type SavedJob, type SavedList } from './list-saved.ts';
import { forgetHere, onSavedElsewhere, removeSaved, setSaved } from './saved.ts';

const words = content.saved;

/** What most visitors have. The browser knows it before any script of the screen is loaded. */
const none: SavedList = { jobs: [], gone: [] };

/** A person's list, or this device's; jobs can be removed from both. */
export function SavedJobsScreen() {
  const { status, user } = useAuth();
  const userId = user?.id;
  const place = useRef<HTMLDivElement>(null);
  const { state, again, change } = useLoading(() => listSaved(Boolean(userId)), {
    key: userId,
    isWanted: status !== 'loading',
  });
  const list = state.failure ? undefined : state.data;

  // Synchronises the list with other tabs.
  useEffect(() => onSavedElsewhere(again), [again]);

  async function remove(id: string) {
    // The pressed button disappears with its job.
    place.current?.focus({ preventScroll: true });
    const at = list?.jobs.findIndex((job) => job.id === id) ?? -1;
    const removed = list?.jobs.slice(at, at + 1) ?? [];
    change((now) => now && { ...now, jobs: now.jobs.filter((job) => job.id !== id) });
    try {
      await setSaved(id, false, openSupabase);
    } catch (error) {
      // Put back only this one: others may have been removed in the meantime.
      change((now) => now && { ...now, jobs: now.jobs.toSpliced(at, 0, ...removed) });
      const { message: description } = failureOf(error);
      toastError(description);
    }
  }

  async function removeOver(ids: string[]) {
    place.current?.focus({ preventScroll: true });
    try {
      await removeSaved(ids, openSupabase);
      toast({ title: `${countJobs(ids.length)} removed` });
    } catch (error) {
      toastError(failureOf(error).message);
    }
    again();
  }

  function forget(ids: string[]) {
    forgetHere(ids);
    change((now) => now && { ...now, gone: [] });
  }

  return (
    <div className="wrap job-after" ref={place} tabIndex={-1}>
      {state.kind === 'waiting' && (
        <Waiting>
          {status !== 'signed-in' && (
            <div className="when-none-saved">
              <OnThisDevice />
              <Jobs list={none} />
            </div>
          )}
          <div className={status === 'signed-in' ? undefined : 'when-saved'}>
            <Skeleton lines={6} label="Loading jobs..." />
          </div>
        </Waiting>
      )}
      {state.failure && <Failed failure={state.failure} onRetry={again} />}
      {list && (
        <>
          {status !== 'signed-in' && <OnThisDevice />}
          <Jobs list={list} onRemove={remove} onRemoveOver={removeOver} />
          {list.gone.length > 0 && <Gone ids={list.gone} onForget={forget} />}
        </>
      )}
    </div>
  );
}

type JobsProps = {
  list: SavedList;
  onRemove?: (id: string) => void;
  onRemoveOver?: (ids: string[]) => Promise<void>;
};

/** Jobs that can still be applied for come first, however long ago they were saved. */
function Jobs({ list, onRemove, onRemoveOver }: JobsProps) {
  if (list.jobs.length === 0) {
    return (
      <EmptyState
        title={words.none}
        action={<ButtonLink href={links.jobs}>{content.hero.browse}</ButtonLink>}
      >
        {words.noneText}
      </EmptyState>
    );
  }
  const over = list.jobs.filter(isOver);
  const others = list.jobs.filter((job) => !isOver(job));
  return (
    <>
      {others.length > 0 && (
        <Lines
          id="saved-title"
          title={countJobs(others.length)}
          jobs={others}
          onRemove={onRemove}
        />
      )}
      {over.length > 0 && (
        <Lines
          id="over-title"
          title={`${countJobs(over.length)} ${words.gone}`}
          jobs={over}
          onRemove={onRemove}
        >
          {over.length > 1 && <RemoveOver jobs={over} onRemove={onRemoveOver} />}
        </Lines>
      )}
    </>
  );
}

/** A paused posting will be back. */
const isOver = ({ status }: SavedJob) => ['closed', 'filled', 'expired'].includes(status);

type RemoveOverProps = { jobs: SavedJob[]; onRemove: JobsProps['onRemoveOver'] };

function RemoveOver({ jobs, onRemove }: RemoveOverProps) {
  const [isBusy, setBusy] = useState(false);
  async function press() {
    setBusy(true);
    await onRemove?.(jobs.map(({ id }) => id));
    setBusy(false);
  }
  return (
    <p>
      <Button variant="secondary" size="small" isBusy={isBusy} onClick={press}>
        {words.removeAll} {countJobs(jobs.length)}
      </Button>
    </p>
  );
}

/** How many are shown at first, and added by each press. */
const step = 50;

type LinesProps = {
  id: string;
  title: string;
  jobs: SavedJob[];
  onRemove: JobsProps['onRemove'];
  children?: ReactNode;
};

function Lines({ id, title, jobs, onRemove, children }: LinesProps) {
  const [count, setCount] = useState(step);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      <ul className="job-lines">
        {jobs.slice(0, count).map((job) => (
          <JobLine
            key={job.id}
            job={job}
            salary={salaryOf(job)}
            mark={job.status !== 'live' && <Badge>{statusNames[job.status] ?? job.status}</Badge>}
            ways={
              <Button
                variant="secondary"
                size="small"
                aria-label={`${words.remove}: ${job.title}`}
                onClick={() => onRemove?.(job.id)}
              >
                {words.remove}
              </Button>
            }
          />
        ))}
      </ul>
      <ShowMore hasMore={jobs.length > count} more={{ more: () => setCount(count + step) }}>
        {words.more}
      </ShowMore>
    </section>
  );
}

const statusNames: Record<string, string> = {
  closed: 'Closed',
  filled: 'Filled',
  expired: 'Ended',
  paused: 'Not on the board at the moment',
};

function OnThisDevice() {
  return (
    <p>
      {words.onDevice} <Link href={signInPath(links.savedJobs)}>{words.signIn}</Link>{' '}
      {words.signInText}
    </p>
  );
}

function Gone({ ids, onForget }: { ids: string[]; onForget: (ids: string[]) => void }) {
  return (
    <div className="saved-gone">
      <p>
        {countJobs(ids.length)} {words.gone}
      </p>
      <Button variant="secondary" size="small" onClick={() => onForget(ids)}>
        {words.forget}
      </Button>
    </div>
  );
}

function Failed({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  if (failure.code === 'insufficient_aal') {
    return (
      <Notice tone="danger" title={failure.message}>
        <Link href={signInPath(links.savedJobs)}>Confirm that it is you</Link>, and your list is
        here again.
      </Notice>
    );
  }
  return (
    <Notice tone="danger" title="The jobs could not be loaded">
      <p>{failure.message}</p>
      <p className="mt-3">
        <Button variant="secondary" size="small" onClick={onRetry}>
          {content.search.tryAgain}
        </Button>
      </p>
    </Notice>
  );
}
