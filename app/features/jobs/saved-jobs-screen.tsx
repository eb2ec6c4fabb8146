import { useEffect, useRef } from 'react';
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
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toastError } from '#app/ui/toast.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { Waiting } from '#app/ui/waiting.tsx';
import * as links from '#domain/site/links.ts';
import { countJobs } from './describe-count.ts';
import { JobLine } from './job-line.tsx';
import { salaryOf } from './job-words.ts';
import { listSaved, type SavedList } from './list-saved.ts';
import { forgetHere, onSavedElsewhere, setSaved } from './saved.ts';

const words = content.saved;

/** What most visitors have. The browser knows it without any script of the screen. */
const none: SavedList = { jobs: [], gone: [] };

/** The list of a person, or that of this device; in both a job can be taken off again. */
export function SavedJobsScreen() {
  const { status, user } = useAuth();
  const userId = user?.id;
  const place = useRef<HTMLDivElement>(null);
  const { state, again, change } = useLoading(() => listSaved(Boolean(userId)), {
    key: userId,
    isWanted: status !== 'loading',
  });
  const list = state.failure ? undefined : state.data;

  // Synchronises the list with the other tabs.
  useEffect(() => onSavedElsewhere(again), [again]);

  async function remove(id: string) {
    // The button that was pressed goes with its job.
    place.current?.focus({ preventScroll: true });
    const at = list?.jobs.findIndex((job) => job.id === id) ?? -1;
    const removed = list?.jobs.slice(at, at + 1) ?? [];
    change((now) => now && { ...now, jobs: now.jobs.filter((job) => job.id !== id) });
    try {
      await setSaved(id, false, openSupabase);
    } catch (error) {
      // That one alone: others may have gone meanwhile.
      change((now) => now && { ...now, jobs: now.jobs.toSpliced(at, 0, ...removed) });
      const { message: description } = failureOf(error);
      toastError(description);
    }
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
          <Jobs list={list} onRemove={remove} />
          {list.gone.length > 0 && <Gone ids={list.gone} onForget={forget} />}
        </>
      )}
    </div>
  );
}

function Jobs({ list, onRemove }: { list: SavedList; onRemove?: (id: string) => void }) {
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
  return (
    <section aria-labelledby="saved-title">
      <h2 id="saved-title">{countJobs(list.jobs.length)}</h2>
      <ul className="job-lines">
        {list.jobs.map((job) => (
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
