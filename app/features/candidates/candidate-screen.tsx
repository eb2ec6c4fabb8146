import type { User } from '@supabase/supabase-js';
import { Mail } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.ts';
import * as links from '#domain/links.ts';
import type { CandidateRow } from './candidate-row.ts';
import { CandidateView } from './candidate-view.tsx';
import { SaveButton } from './save-button.tsx';
import { useSavedCandidates } from './saved-candidates.ts';
import { usePictures } from './use-pictures.ts';
import './candidates.css';

const ContactDialog = lazy(() => import('./contact-dialog.tsx'));
const SavedNote = lazy(() => import('./saved-note.tsx'));

type Found = CandidateRow | 'loading' | 'nobody' | 'failed';

/** The page of one candidate. Not there and not for this member look the same. */
export function CandidateScreen({ id, user }: { id: string; user: User }) {
  const [found, setFound] = useState<Found>('loading');
  const [attempt, setAttempt] = useState(0);

  // Synchronises with the profile as it is now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again.
  useEffect(() => {
    let isOver = false;
    setFound('loading');
    readCandidate(id)
      .then((candidate) => !isOver && setFound(candidate ?? 'nobody'))
      .catch(() => {
        if (isOver) return;
        setFound('failed');
        toast({ title: 'Error', description: 'Failed to load candidates', kind: 'error' });
      });
    return () => {
      isOver = true;
    };
  }, [id, attempt]);

  return (
    <div className="wrap talent talent-page">
      <p>
        <a className="link" href={links.browseCandidates}>
          Back to the search
        </a>
      </p>
      {typeof found !== 'object' && <h1 className="sr-only">Candidate</h1>}
      {found === 'loading' && <Skeleton lines={8} label="Loading the candidate…" />}
      {found === 'nobody' && (
        <EmptyState
          title="This profile is not available"
          action={
            <ButtonLink variant="secondary" href={links.browseCandidates}>
              Search candidates
            </ButtonLink>
          }
        >
          The candidate may have made it private or deleted it, your{' '}
          <a className="link" href={links.membership}>
            membership
          </a>{' '}
          may have ended, or the search has yet to hear who you hire for.
        </EmptyState>
      )}
      {found === 'failed' && (
        <EmptyState
          title="The profile could not be loaded"
          action={
            <Button variant="secondary" onClick={() => setAttempt(attempt + 1)}>
              Try again
            </Button>
          }
        >
          Check your connection.
        </EmptyState>
      )}
      {typeof found === 'object' && <FoundCandidate candidate={found} user={user} />}
    </div>
  );
}

function FoundCandidate({ candidate, user }: { candidate: CandidateRow; user: User }) {
  const saved = useSavedCandidates(user.id);
  const pictures = usePictures([candidate.profile_picture_url]);
  const [isContacting, setContacting] = useState(false);
  const isOwn = candidate.user_id === user.id;

  // Synchronises the tab's title with who is shown.
  useEffect(() => {
    document.title = document.title.replace(/^[^·|]*/, `${candidate.headline} `);
  }, [candidate.headline]);

  return (
    <CandidateView
      candidate={candidate}
      picture={pictures.get(candidate.profile_picture_url ?? '')}
      heading="h1"
    >
      {isOwn ? (
        <p className="candidate-own">
          This is your own profile.{' '}
          <a href={links.candidateProfile} className="link">
            Edit it
          </a>
        </p>
      ) : (
        <>
          <div className="actions">
            <Button onClick={() => setContacting(true)}>
              <Mail aria-hidden="true" />
              Contact
            </Button>
            <SaveButton
              headline={candidate.headline}
              isSaved={saved.isSaved(candidate.id)}
              onSave={() => saved.toggle(candidate)}
            />
          </div>
          <Suspense fallback={null}>
            {saved.isSaved(candidate.id) && <SavedNote id={candidate.id} saved={saved} />}
            {isContacting && (
              <ContactDialog candidate={candidate} onClose={() => setContacting(false)} />
            )}
          </Suspense>
        </>
      )}
    </CandidateView>
  );
}

async function readCandidate(id: string): Promise<CandidateRow | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return null;
  const client = await openSupabase();
  const { data, error } = await client
    .from('candidate_profiles')
    .select('*')
    .eq('id', id)
    .maybeSingle();
  if (error) throw error;
  return data;
}
