import { lazy, Suspense, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import type { useSavedCandidates } from './saved-candidates.ts';

/** Brings the rules of its field along: loaded when somebody writes. */
const SavedNoteForm = lazy(() => import('./saved-note-form.tsx'));

type SavedNoteProps = { id: string; saved: ReturnType<typeof useSavedCandidates> };

/** A remark that only its writer sees. */
export function SavedNote({ id, saved }: SavedNoteProps) {
  const kept = saved.saved?.find(({ profile_id }) => profile_id === id)?.note ?? '';
  const [isOpen, setOpen] = useState(false);
  const closed = (
    <div className="saved-note">
      {kept && (
        <p className="saved-note-text" dir="auto">
          {kept}
        </p>
      )}
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {kept ? 'Change the note' : 'Add a private note'}
      </Button>
    </div>
  );
  if (!isOpen) return closed;
  return (
    <Suspense fallback={closed}>
      <SavedNoteForm
        kept={kept}
        write={(note) => saved.writeNote(id, note)}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  );
}
