import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { late } from '#app/ui/late.tsx';
import type { useSavedCandidates } from './saved-candidates.ts';

/** Brings the rules of its field along, so it is loaded only when somebody writes. */
const SavedNoteForm = late(async () => (await import('./saved-note-form.tsx')).default);

type SavedNoteProps = { id: string; saved: ReturnType<typeof useSavedCandidates> };

/** A note that only its author sees, and the team for which the candidate was saved. */
export function SavedNote({ id, saved }: SavedNoteProps) {
  const entry = saved.saved?.find(({ profile_id }) => profile_id === id);
  const kept = entry?.note ?? '';
  const isShared = entry?.isShared ?? false;
  // Undefined until first opened: only after that does the button take focus back from the closed form.
  const [isOpen, setOpen] = useState<boolean>();
  // It must be known who will read the note before somebody writes it.
  if (!entry?.id) return null;
  const rowId = entry.id;
  const closed = (
    <div className="saved-note">
      {entry?.savedBy && (
        <p className="saved-note-by">
          Saved by <bdi>{entry.savedBy}</bdi>
        </p>
      )}
      {kept && (
        <p className="saved-note-text" dir="auto">
          {kept}
        </p>
      )}
      <Button
        variant="quiet"
        size="small"
        autoFocus={isOpen === false}
        onClick={() => setOpen(true)}
      >
        {kept ? 'Change the note' : isShared ? 'Add a note for the team' : 'Add a private note'}
      </Button>
    </div>
  );
  if (!isOpen) return closed;
  return (
    <SavedNoteForm
      waiting={closed}
      kept={entry}
      isShared={isShared}
      write={(note, seen) => saved.writeNote(rowId, note, seen)}
      onClose={() => setOpen(false)}
    />
  );
}
