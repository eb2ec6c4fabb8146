import { useState } from 'react';
import { useAuth } from '#app/session/use-auth.ts';
import { Rows } from '#app/ui/below.tsx';
import { late } from '#app/ui/late.tsx';
import { toast } from '#app/ui/toast.ts';
import { CandidateCard } from './candidate-card.tsx';
import type { CandidateRow } from './candidate-row.ts';
import type { useSavedCandidates } from './saved-candidates.ts';
import { SavedNote } from './saved-note.tsx';
import { usePictures } from './use-pictures.ts';

// The form brings the rules of its fields along, so it is loaded only when needed.
const ContactDialog = late(async () => (await import('./contact-dialog.tsx')).default);
const DeleteNoteDialog = late(
  async () => (await import('./delete-note-dialog.tsx')).DeleteNoteDialog,
);

type CandidateListProps = {
  candidates: readonly CandidateRow[];
  saved: ReturnType<typeof useSavedCandidates>;
  heading: 'h2' | 'h3';
  hasNotes?: boolean;
};

/** Candidates in a list, with what a member can do with them. */
export function CandidateList({ candidates, saved, heading, hasNotes }: CandidateListProps) {
  const pictures = usePictures(candidates.map((candidate) => candidate.profile_picture_url));
  const [contacted, setContacted] = useState<CandidateRow>();
  const { user } = useAuth();
  return (
    <>
      <ul className="candidates">
        <Rows of={candidates}>
          {(candidate) => (
            <li key={candidate.id}>
              <CandidateCard
                candidate={candidate}
                picture={pictures.get(candidate.profile_picture_url ?? '')}
                heading={heading}
                isSaved={saved.isSaved(candidate.id)}
                onSave={() => saved.toggle(candidate)}
                onContact={() =>
                  candidate.user_id === user?.id ? tellOwn() : setContacted(candidate)
                }
              >
                {hasNotes && <SavedNote id={candidate.id} saved={saved} />}
              </CandidateCard>
            </li>
          )}
        </Rows>
      </ul>
      {saved.asked && <DeleteNoteDialog saved={saved} onLost={saved.keep} />}
      {contacted && (
        <ContactDialog
          candidate={contacted}
          onClose={() => setContacted(undefined)}
          onLost={() => setContacted(undefined)}
        />
      )}
    </>
  );
}

/** Members with a public profile find their own like anybody else's, but cannot write to themselves. */
function tellOwn() {
  toast({
    title: 'This is your own profile',
    description: 'Members see it like this, and write to you from here.',
  });
}
