import { type ReactNode, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Sending } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { PaymentAct } from '#domain/staff/memberships.ts';
import { isReason, ReasonField } from '../reason-field.tsx';
import { useKeptTexts } from '../use-kept-texts.ts';
import { useStaffAct } from '../use-staff-act.ts';

export type ActOutcome = Pick<PaymentAct, 'state' | 'outcome'>;

type PaymentDialogProps = {
  act: 'refund-membership' | 'cancel-membership';
  label: string;
  title: string;
  confirmLabel: string;
  /** Which membership or payment: a half-typed reason is kept for it. */
  about: string;
  /** Undefined as long as the act is not possible. */
  body: object | undefined;
  children: ReactNode;
  onDone(became: ActOutcome): void;
};

/** An act about money. Its id is created when the dialog opens, so that a second press is the same act. */
export function PaymentDialog({
  act,
  label,
  title,
  confirmLabel,
  about,
  body,
  children,
  onDone,
}: PaymentDialogProps) {
  const [id, setId] = useState<string>();
  const typed = useKeptTexts(`${act} ${about}`);
  const reason = typed.texts.reason ?? '';
  const { isBusy, failure, forget, run } = useStaffAct();

  function close() {
    setId(undefined);
    // So that it says nothing about the last time when reopened.
    forget();
  }

  async function doIt() {
    const became = await run<ActOutcome>(act, { id, reason, ...body });
    if (!became) return;
    setId(undefined);
    typed.clear();
    onDone(became);
  }

  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setId(crypto.randomUUID())}>
        {label}
      </Button>
      <Dialog
        title={title}
        open={id !== undefined}
        onOpenChange={(isOpen) => !isOpen && close()}
        actions={
          <Button
            variant="danger"
            isBusy={isBusy}
            disabled={!body || !isReason(reason)}
            onClick={doIt}
          >
            {confirmLabel}
          </Button>
        }
      >
        <Sending value={isBusy}>
          {failure && <Notice tone="danger">{failure}</Notice>}
          {children}
          <ReasonField
            hint="For the log; the person does not read it"
            value={reason}
            onChange={(words) => typed.type('reason', words)}
          />
        </Sending>
      </Dialog>
    </>
  );
}
