import type { User } from '@supabase/supabase-js';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { Failure } from '#app/ui/failure.ts';
import { late } from '#app/ui/late.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import { type CandidateSearch, everybody } from '#domain/candidates/candidate-search.ts';
import * as links from '#domain/site/links.ts';
import { CandidateList } from './candidate-list.tsx';
import { EmployerName } from './employer-name.tsx';
import { useSavedCandidates } from './saved-candidates.ts';
import { SearchForm } from './search-form.tsx';
import { useAddressedSearch } from './use-candidate-search.ts';
import { sayCount, useCandidates } from './use-candidates.ts';
import { countSteps, readIfPossible, useEmployer } from './use-employer.ts';
import './candidates.css';

/** Only needed if nobody was found. */
const AskLess = late(async () => (await import('./ask-less.tsx')).AskLess);
/** Only needed before the first search. */
const EmployerSteps = late(async () => (await import('./employer-steps.tsx')).default);

type CandidateSearchProps = {
  user: User;
  manage: ReactNode;
  /** The button that resends the confirmation email. */
  resend: ReactNode;
};

/** What members come for: the candidates who want to be found. First asks who the member recruits for. */
export function CandidateSearchScreen({ user, manage, resend }: CandidateSearchProps) {
  const { state, again } = useEmployer({ read: readIfPossible });
  const employer = state.data;
  const steps = employer ? countSteps(employer) : undefined;
  const isOpen = state.kind === 'waiting' ? undefined : !steps;
  // A step's button disappears with it.
  const place = useKeptFocus<HTMLDivElement>(steps);
  const { address, search } = useAddressedSearch();
  // Requested in parallel with the steps: most members finished those long ago.
  const candidates = useCandidates(address, isOpen);
  if (isOpen) {
    const name = employer && <EmployerName userId={user.id} employer={employer} onSaved={again} />;
    return (
      <div ref={place} tabIndex={-1}>
        <Search
          {...candidates}
          user={user}
          manage={manage}
          name={name}
          address={address}
          onSearch={search}
        />
      </div>
    );
  }
  return (
    <div className="wrap candidates-screen" ref={place} tabIndex={-1}>
      <div className="candidates-top">{manage}</div>
      {state.kind === 'waiting' && <Skeleton lines={6} label="Loading candidates…" />}
      {employer && (
        <EmployerSteps
          user={user}
          employer={employer}
          resend={resend}
          onChanged={again}
          waiting={<Skeleton lines={6} label="Loading candidates…" />}
        />
      )}
    </div>
  );
}

type SearchProps = Pick<CandidateSearchProps, 'user' | 'manage'> &
  ReturnType<typeof useCandidates> & {
    name: ReactNode;
    /** The search, as an alert stores it. */
    address: string;
    onSearch(search: CandidateSearch): void;
  };

function Search({ user, manage, name, address, list, more, onSearch }: SearchProps) {
  const { state } = list;
  // Candidates of another search would look like the answer to this one.
  const found = state.failure ? undefined : state.data;
  const isStale = state.kind === 'there' && state.isBusy;
  const saved = useSavedCandidates(user.id);
  const words = useRef<HTMLInputElement>(null);
  const further = useRef<HTMLParagraphElement>(null);
  const firstOfMore = found?.firstOfMore;

  // Synchronises focus with candidates loaded on request: it moves to the first of them, unless it has moved elsewhere.
  useEffect(() => {
    const { activeElement } = document;
    const isElsewhere =
      activeElement !== document.body && !further.current?.contains(activeElement);
    if (!firstOfMore || isElsewhere) return;
    document.getElementById(`candidate-${firstOfMore}`)?.querySelector('a')?.focus();
  }, [firstOfMore]);

  /** The pressed button disappears when the results arrive. */
  function searchAgain(search: CandidateSearch) {
    onSearch(search);
    words.current?.focus();
  }

  return (
    <div className="wrap candidates-screen">
      <div className="candidates-top">
        {name}
        {manage}
      </div>
      <SearchForm words={words} />
      <section aria-labelledby="candidates-title">
        <div className="candidates-head">
          <h2 id="candidates-title">Candidates</h2>
          <p className="candidates-count" role="status">
            {state.kind === 'waiting' && 'Loading candidates…'}
            {found && !isStale && sayCount(found.count)}
          </p>
          <a className="link" href={links.savedCandidates}>
            Saved candidates
          </a>
          <a className="link" href={`${links.newAlert}?kind=people&${address}`}>
            Email me new ones
          </a>
        </div>
        {state.kind === 'waiting' && <Skeleton lines={6} label="Loading candidates…" />}
        {state.failure && <Failed failure={state.failure} again={list.again} />}
        {found?.candidates.length === 0 && (
          <EmptyState
            title="No candidates match this search"
            action={
              <>
                <AskLess address={address} onSearch={searchAgain} waiting={null} />
                <Button variant="secondary" onClick={() => searchAgain(everybody)}>
                  Show all candidates
                </Button>
              </>
            }
          >
            Try fewer skills, another level, or part of the place’s name.
          </EmptyState>
        )}
        {found && found.candidates.length > 0 && (
          <div aria-busy={isStale}>
            <CandidateList candidates={found.candidates} saved={saved} heading="h3" />
            {found.hasMore && (
              <p className="candidates-further" ref={further}>
                <Button variant="secondary" isBusy={more.isBusy} onClick={more.more}>
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

function Failed({ failure, again }: { failure: Failure; again(): void }) {
  const message = `Your search is kept. ${failure.message}`;
  return (
    <LoadFailure
      title="The candidates could not be loaded"
      failure={{ ...failure, message }}
      again={again}
    />
  );
}
