import { useState } from 'react';
import { CandidateCard } from './candidate-card.tsx';
import type { CandidateRow } from './candidate-row.ts';
import { ContactDialog } from './contact-dialog.tsx';
import type { useSavedCandidates } from './saved-candidates.ts';
import { SavedNote } from './saved-note.tsx';
import { usePictures } from './use-pictures.ts';

type CandidateListProps = {
  candidates: readonly CandidateRow[];
  saved: ReturnType<typeof useSavedCandidates>;
  hasNotes?: boolean;
};

/** Candidates below each other, with what a member does with them. */
export function CandidateList({ candidates, saved, hasNotes }: CandidateListProps) {
  const pictures = usePictures(candidates.map((candidate) => candidate.profile_picture_url));
  const [contacted, setContacted] = useState<CandidateRow>();
  return (
    <>
      <ul className="candidates">
        {candidates.map((candidate) => (
          <li key={candidate.id}>
            <CandidateCard
              candidate={candidate}
              picture={pictures.get(candidate.profile_picture_url ?? '')}
              isSaved={saved.isSaved(candidate.id)}
              onSave={() => saved.toggle(candidate)}
              onContact={() => setContacted(candidate)}
            >
              {hasNotes && <SavedNote id={candidate.id} saved={saved} />}
            </CandidateCard>
          </li>
        ))}
      </ul>
      <ContactDialog candidate={contacted} onClose={() => setContacted(undefined)} />
    </>
  );
}
