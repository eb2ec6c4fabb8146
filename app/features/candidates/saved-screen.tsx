import type { User } from '@supabase/supabase-js';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import * as links from '#domain/site/links.ts';
import { CandidateList } from './candidate-list.tsx';
import { useSavedCandidates } from './saved-candidates.ts';
import './candidates.css';

/** The candidates that the member has saved. Those who can no longer be seen are left out. */
export function SavedScreen({ user }: { user: User }) {
  const list = useSavedCandidates(user.id);
  const place = useKeptFocus<HTMLElement>(list.saved?.length);
  return (
    <section
      className="wrap candidates-screen"
      aria-label="Saved candidates"
      ref={place}
      tabIndex={-1}
    >
      <p>
        <a className="link" href={links.browseCandidates}>
          Back to the search
        </a>
      </p>
      {list.state.kind === 'waiting' && <Skeleton lines={6} label="Loading saved candidates…" />}
      {list.state.kind === 'failed' && (
        <LoadFailure
          title="The candidates could not be loaded"
          failure={list.state.failure}
          again={list.again}
        />
      )}
      {list.saved?.length === 0 && (
        <EmptyState
          title="No saved candidates to show"
          action={
            <ButtonLink variant="secondary" href={links.browseCandidates}>
              Search candidates
            </ButtonLink>
          }
        >
          Press Save on a candidate to find them here, with a note for you, or for your team where
          you work in one. Candidates you cannot see at the moment, all of them while you have no{' '}
          <a className="link" href={links.membership}>
            membership
          </a>
          , are left out, and come back with your note.
        </EmptyState>
      )}
      {list.saved && list.saved.length > 0 && (
        <CandidateList
          candidates={list.saved.map(({ candidate }) => candidate)}
          saved={list}
          heading="h2"
          hasNotes
        />
      )}
    </section>
  );
}
