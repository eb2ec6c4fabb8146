import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { useActInDialog } from './use-act-in-dialog.ts';

/** Lets staff leave the team. The last owner is told why they cannot. */
export function Leave() {
  const act = useActInDialog(() => location.assign('/'));
  return (
    <section className="staff-check staff-end" aria-label="Leave the team">
      <Button variant="quiet" size="small" onClick={() => act.setOpen(true)}>
        Leave the team
      </Button>
      <ConfirmDialog
        title="Leave the team?"
        description="You lose access to all of this at once. Only an owner can invite you back."
        confirmLabel="Leave"
        isDestructive
        isBusy={act.isBusy}
        failure={act.failure}
        open={act.isOpen}
        onOpenChange={act.setOpen}
        onConfirm={() => act.run('leave', { confirmation: 'leave' })}
      />
    </section>
  );
}
