import { Button } from '#app/ui/button.tsx';

type FormActionsProps = {
  label: string;
  busyLabel?: string;
  isBusy: boolean;
  isDanger?: boolean;
  onCancel(): void;
};

/** The submit and cancel buttons at the end of a form. */
export function FormActions({
  label,
  busyLabel = 'Saving…',
  isBusy,
  isDanger,
  onCancel,
}: FormActionsProps) {
  return (
    <div className="actions">
      <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isBusy={isBusy}>
        {isBusy ? busyLabel : label}
      </Button>
      <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
