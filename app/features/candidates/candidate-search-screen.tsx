import type { User } from '@supabase/supabase-js';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { describeCount, everybody } from '#domain/candidate-search.ts';
import * as links from '#domain/links.ts';
import { CandidateList } from './candidate-list.tsx';
import { EmployerName } from './employer-name.tsx';
import { EmployerSteps } from './employer-steps.tsx';
import { useSavedCandidates } from './saved-candidates.ts';
import { SearchForm } from './search-form.tsx';
import { useCandidateSearch } from './use-candidate-search.ts';
import { useCandidates } from './use-candidates.ts';
import { useEmployer } from './use-employer.ts';
import './candidates.css';

type CandidateSearchProps = {
  user: User;
  manage: ReactNode;
  /** The button for another message to the mailbox. */
  resend: ReactNode;
};

/** What members come for: the candidates who want to be found. Asks first who the member hires for. */
export function CandidateSearchScreen({ user, manage, resend }: CandidateSearchProps) {
  const { state, read } = useEmployer();
  if (state.kind === 'known' && state.employer.isConfirmed && state.employer.company !== null) {
    const name = <EmployerName userId={user.id} employer={state.employer} onSaved={read} />;
    return <Search user={user} manage={manage} name={name} />;
  }
  return (
    <div className="wrap talent">
      <div className="talent-top">{manage}</div>
      {state.kind === 'loading' && <Skeleton lines={6} label="Loading candidates…" />}
      {state.kind === 'failed' && (
        <EmptyState
          title="Failed to load candidates"
          action={
            <Button variant="secondary" onClick={read}>
              Try again
            </Button>
          }
        >
          Check your connection. Your search is kept.
        </EmptyState>
      )}
      {state.kind === 'known' && (
        <EmployerSteps user={user} employer={state.employer} resend={resend} onChanged={read} />
      )}
    </div>
  );
}

type SearchProps = Pick<CandidateSearchProps, 'user' | 'manage'> & { name: ReactNode };

function Search({ user, manage, name }: SearchProps) {
  const { shown, change, address } = useCandidateSearch();
  const { list, showMore, isMoreBusy, tryAgain } = useCandidates(address);
  const saved = useSavedCandidates(user.id);
  const words = useRef<HTMLInputElement>(null);
  const further = useRef<HTMLParagraphElement>(null);
  const firstOfMore = list.kind === 'found' ? list.firstOfMore : undefined;

  // Synchronises the focus with candidates that were asked for: it goes on with the first of them,
  // unless it has gone elsewhere meanwhile.
  useEffect(() => {
    const { activeElement } = document;
    const isElsewhere =
      activeElement !== document.body && !further.current?.contains(activeElement);
    if (!firstOfMore || isElsewhere) return;
    document.getElementById(`candidate-${firstOfMore}`)?.querySelector('a')?.focus();
  }, [firstOfMore]);

  function showEverybody() {
    change(everybody);
    words.current?.focus();
  }

  return (
    <div className="wrap talent">
      <div className="talent-top">
        {name}
        {manage}
      </div>
      <SearchForm search={shown} onChange={change} words={words} />
      <section aria-labelledby="candidates-title">
        <div className="talent-head">
          <h2 id="candidates-title">Candidates</h2>
          <p className="talent-count" role="status">
            {list.kind === 'loading' && 'Loading candidates…'}
            {list.kind === 'found' && !list.isStale && sayCount(list.count)}
          </p>
          <a className="link" href={links.savedCandidates}>
            Saved candidates
          </a>
        </div>
        {list.kind === 'loading' && <Skeleton lines={6} label="Loading candidates…" />}
        {list.kind === 'failed' && (
          <EmptyState
            title="Failed to load candidates"
            action={
              <Button variant="secondary" onClick={tryAgain}>
                Try again
              </Button>
            }
          >
            Check your connection. Your search is kept.
          </EmptyState>
        )}
        {list.kind === 'found' && list.candidates.length === 0 && (
          <EmptyState
            title="No candidates match this search"
            action={
              <Button variant="secondary" onClick={showEverybody}>
                Show all candidates
              </Button>
            }
          >
            Ask for less: fewer skills, another level, or a part of the place’s name.
          </EmptyState>
        )}
        {list.kind === 'found' && list.candidates.length > 0 && (
          <div aria-busy={list.isStale}>
            <CandidateList candidates={list.candidates} saved={saved} heading="h3" />
            {list.hasMore && (
              <p className="talent-further" ref={further}>
                <Button variant="secondary" isBusy={isMoreBusy} onClick={showMore}>
                  Load more
                </Button>
              </p>
            )}
          </div>
        )}
      </section>
    </div>
  );
}

function sayCount(count: number): string {
  return count === 1 ? '1 candidate' : `${describeCount(count)} candidates`;
}
