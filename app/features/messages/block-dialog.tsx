import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import type { Conversation } from './conversation.ts';

type BlockDialogProps = {
  conversation: Conversation;
  isBusy: boolean;
  onClose(): void;
  onConfirm(): void;
};

/** Explains what a block does before it takes effect. */
export default function BlockDialog({
  conversation: { side, isShared, otherName },
  isBusy,
  onClose,
  onConfirm,
}: BlockDialogProps) {
  return (
    <ConfirmDialog
      title="Block this person?"
      description={
        <>
          You and <bdi>{otherName}</bdi> can no longer write to each other
          {side === 'candidate' &&
            ', and they and everybody of their company here no longer see your profile'}
          {side === 'member' && isShared && ', and neither can your team'}. They are not told.{' '}
          {side === 'member' && isShared ? 'Each recruiter of your team' : 'You'} can unblock them
          at any time.
        </>
      }
      confirmLabel="Block"
      isDestructive
      isBusy={isBusy}
      open
      onOpenChange={onClose}
      onConfirm={onConfirm}
    />
  );
}
