import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { CandidateCard } from './candidate-card.tsx';
import type { CandidateRow } from './candidate-row.ts';
import type { useSavedCandidates } from './saved-candidates.ts';
import { usePictures } from './use-pictures.ts';

// Forms bring the rules of their fields along: loaded when somebody needs one.
const ContactDialog = lazy(() => import('./contact-dialog.tsx'));
const SavedNote = lazy(() => import('./saved-note.tsx'));

type CandidateListProps = {
  candidates: readonly CandidateRow[];
  saved: ReturnType<typeof useSavedCandidates>;
  heading: 'h2' | 'h3';
  hasNotes?: boolean;
};

/** Candidates below each other, with what a member does with them. */
export function CandidateList({ candidates, saved, heading, hasNotes }: CandidateListProps) {
  const pictures = usePictures(candidates.map((candidate) => candidate.profile_picture_url));
  const [contacted, setContacted] = useState<CandidateRow>();
  return (
    <>
      {/* The notes come with the list: late ones would move a button that somebody is pressing. */}
      <Suspense fallback={<Skeleton lines={6} label="Loading saved candidates…" />}>
        <ul className="candidates">
          {candidates.map((candidate) => (
            <li key={candidate.id}>
              <CandidateCard
                candidate={candidate}
                picture={pictures.get(candidate.profile_picture_url ?? '')}
                heading={heading}
                isSaved={saved.isSaved(candidate.id)}
                onSave={() => saved.toggle(candidate)}
                onContact={() => setContacted(candidate)}
              >
                {hasNotes && <SavedNote id={candidate.id} saved={saved} />}
              </CandidateCard>
            </li>
          ))}
        </ul>
      </Suspense>
      <Suspense fallback={null}>
        {contacted && (
          <ContactDialog candidate={contacted} onClose={() => setContacted(undefined)} />
        )}
      </Suspense>
    </>
  );
}
