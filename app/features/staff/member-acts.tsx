import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Sending } from '#app/ui/form.tsx';
import { Select } from '#app/ui/select.tsx';
import { roleWords, type StaffRole, staffRoles, type TeamRow } from '#domain/staff/staff.ts';
import type { Done } from './act-dialog.tsx';
import { isReason, ReasonField } from './reason-field.tsx';
import { useActInDialog } from './use-act-in-dialog.ts';
import { useKeptTexts } from './use-kept-texts.ts';

type MemberActsProps = { row: TeamRow; onDone: Done };

/** What an owner can do about one row of the team. */
export function MemberActs({ row, onDone }: MemberActsProps) {
  if (row.is_self) return 'You (to leave, see below)';
  return row.kind === 'invitation' ? (
    <Withdraw row={row} onDone={onDone} />
  ) : (
    // Keyed by role, because the choice starts from the role that they have.
    <Change key={row.role} row={row} onDone={onDone} />
  );
}

function Withdraw({ row: { id, email }, onDone }: MemberActsProps) {
  const act = useActInDialog(
    () => onDone('The invitation is taken back.'),
    () => onDone(''),
  );
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => act.setOpen(true)}>
        Take back<span className="sr-only"> the invitation of {email}</span>
      </Button>
      <ConfirmDialog
        title="Take the invitation back?"
        description={`The link that went to ${email} will not work any more.`}
        confirmLabel="Take it back"
        isBusy={act.isBusy}
        failure={act.failure}
        open={act.isOpen}
        onOpenChange={act.setOpen}
        onConfirm={() => act.run('withdraw-invitation', { id })}
      />
    </>
  );
}

function Change({ row: { id, email, role }, onDone }: MemberActsProps) {
  const typed = useKeptTexts(`member ${id}`);
  const [wanted, setWanted] = useState<StaffRole | 'none'>(role);
  const reason = typed.texts.reason ?? '';
  const isRemoval = wanted === 'none';
  const isMore = !isRemoval && staffRoles.indexOf(wanted) < staffRoles.indexOf(role);
  const done = isRemoval
    ? 'They are removed from the team.'
    : isMore
      ? 'They are asked by email.'
      : 'The role is changed.';
  const act = useActInDialog(
    () => {
      typed.clear();
      onDone(done);
    },
    () => onDone(''),
  );
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => act.setOpen(true)}>
        Change<span className="sr-only"> {email}</span>
      </Button>
      <Dialog
        title={`Change ${email}`}
        open={act.isOpen}
        onOpenChange={act.setOpen}
        actions={
          <Button
            variant={isRemoval ? 'danger' : 'primary'}
            isBusy={act.isBusy}
            disabled={wanted === role || (isRemoval && !isReason(reason))}
            onClick={() =>
              isRemoval
                ? act.run('remove-member', { id, reason })
                : act.run('change-role', { id, role: wanted, seen: role })
            }
          >
            {isRemoval ? 'Remove from the team' : isMore ? 'Ask them' : 'Change the role'}
          </Button>
        }
      >
        <Sending value={act.isBusy}>
          <Field
            label="Role"
            error={act.failure}
            hint={
              isMore
                ? `They get an email, accept, and show their second step again. Until then they stay ${roleWords[role]}.`
                : undefined
            }
          >
            <Select
              value={wanted}
              onChange={({ target }) => {
                act.forget();
                setWanted(staffRoles.find((each) => each === target.value) ?? 'none');
              }}
              options={[
                ...staffRoles.map((value) => ({ value, label: roleWords[value] })),
                { value: 'none', label: 'None: remove from the team' },
              ]}
            />
          </Field>
          {isRemoval && (
            <ReasonField
              hint="For the log"
              value={reason}
              onChange={(words) => typed.type('reason', words)}
            />
          )}
        </Sending>
      </Dialog>
    </>
  );
}
