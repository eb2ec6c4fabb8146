import type { User } from '@supabase/supabase-js';
import { Mail } from 'lucide-react';
import { useEffect, useState } from 'react';
import { openData } from '#app/data/open-data.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { late } from '#app/ui/late.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import * as links from '#domain/site/links.ts';
import type { CandidateRow } from './candidate-row.ts';
import { CandidateView } from './candidate-view.tsx';
import { SaveButton } from './save-button.tsx';
import { useSavedCandidates } from './saved-candidates.ts';
import { SavedNote } from './saved-note.tsx';
import { tellFailure } from './tell-failure.ts';
import { usePictures } from './use-pictures.ts';
import VerifiedEntries from './verified-entries.tsx';
import './candidates.css';

const ContactDialog = late(async () => (await import('./contact-dialog.tsx')).default);
const DeleteNoteDialog = late(
  async () => (await import('./delete-note-dialog.tsx')).DeleteNoteDialog,
);
const ReportDialog = late(async () => (await import('./report-dialog.tsx')).default);

/** The page of one candidate. A missing profile and one hidden from this member look the same. */
export function CandidateScreen({ id, user }: { id: string; user: User }) {
  const { state, again } = useLoading(() => readCandidate(id), { key: id, onFailed: tellFailure });
  const candidate = state.data;

  return (
    <div className="wrap candidates-screen candidates-page">
      <p>
        <a className="link" href={links.browseCandidates}>
          Back to the search
        </a>
      </p>
      {!candidate && <h1 className="sr-only">Candidate</h1>}
      {state.kind === 'waiting' && <Skeleton lines={8} label="Loading the candidate…" />}
      {candidate === null && (
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
          may have ended, or you have yet to say who you hire for.
        </EmptyState>
      )}
      {state.kind === 'failed' && (
        <LoadFailure
          title="The profile could not be loaded"
          failure={state.failure}
          again={again}
        />
      )}
      {candidate && <FoundCandidate candidate={candidate} user={user} />}
    </div>
  );
}

function FoundCandidate({ candidate, user }: { candidate: CandidateRow; user: User }) {
  const saved = useSavedCandidates(user.id);
  const pictures = usePictures([candidate.profile_picture_url]);
  const [isContacting, setContacting] = useState(false);
  const [isReporting, setReporting] = useState(false);
  const isOwn = candidate.user_id === user.id;

  // Synchronises the tab's title with the candidate shown.
  useEffect(() => {
    document.title = document.title.replace(/^[^·|]*/, () => `${candidate.headline} `);
  }, [candidate.headline]);

  return (
    <CandidateView
      candidate={candidate}
      picture={pictures.get(candidate.profile_picture_url ?? '')}
      heading="h1"
      VerifiedEntries={VerifiedEntries}
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
            <Button variant="quiet" onClick={() => setReporting(true)}>
              Report
            </Button>
          </div>
          {saved.isSaved(candidate.id) && <SavedNote id={candidate.id} saved={saved} />}
          {saved.asked && <DeleteNoteDialog saved={saved} onLost={saved.keep} />}
          {isContacting && (
            <ContactDialog
              candidate={candidate}
              onClose={() => setContacting(false)}
              onLost={() => setContacting(false)}
            />
          )}
          {isReporting && (
            <ReportDialog
              profile={candidate.id}
              onClose={() => setReporting(false)}
              onLost={() => setReporting(false)}
            />
          )}
        </>
      )}
    </CandidateView>
  );
}

async function readCandidate(id: string): Promise<CandidateRow | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return null;
  const client = await openData();
  const { data, error } = await client
    .from('candidate_profiles')
    .select('*')
    .eq('id', id)
    .maybeSingle();
  if (error) throw error;
  return data;
}
