import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import type { useSavedCandidates } from './saved-candidates.ts';

type DeleteNoteDialogProps = { saved: ReturnType<typeof useSavedCandidates> };

/** Asks before removing a candidate deletes the note about them. */
export function DeleteNoteDialog({ saved }: DeleteNoteDialogProps) {
  const { asked, keep, remove } = saved;
  return (
    <ConfirmDialog
      title="Delete the note, too?"
      description={
        <>
          “<bdi>{asked?.candidate.headline}</bdi>” is removed from the saved candidates, and{' '}
          {asked?.isShared ? 'your team’s note is deleted for everybody' : 'your note is deleted'}.
          This cannot be undone.
        </>
      }
      confirmLabel="Delete both"
      isDestructive
      open={asked !== undefined}
      onOpenChange={keep}
      onConfirm={remove}
    />
  );
}
