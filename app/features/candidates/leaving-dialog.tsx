import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import type { useSavedCandidates } from './saved-candidates.ts';

/** Asked before a note is deleted with the candidate whom it is about. */
export default function LeavingDialog({ saved }: { saved: ReturnType<typeof useSavedCandidates> }) {
  const { leaving, stay, leave } = saved;
  return (
    <ConfirmDialog
      title="Delete the note, too?"
      description={
        <>
          “<bdi>{leaving?.candidate.headline}</bdi>” is removed from the saved candidates, and{' '}
          {leaving?.isShared ? 'your team’s note is deleted for everybody' : 'your note is deleted'}
          . This cannot be undone.
        </>
      }
      confirmLabel="Delete both"
      isDestructive
      open={leaving !== undefined}
      onOpenChange={stay}
      onConfirm={leave}
    />
  );
}
