import { useState } from 'react';
import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { amountOf, moneyOf, type StripeCharge } from '#domain/staff/memberships.ts';
import { type ActOutcome, PaymentDialog } from './payment-dialog.tsx';

type RefundDialogProps = {
  person: string;
  charge: StripeCharge;
  onDone(became: ActOutcome): void;
};

/** Refunds a charge, or a part of it. */
export function RefundDialog({ person, charge, onDone }: RefundDialogProps) {
  const { id, amount: paid, refunded, currency } = charge;
  const left = paid - refunded;
  const all = moneyOf(left, currency).replace(/[^\d.]/g, '');
  const [typed, setTyped] = useState(all);
  const amount = amountOf(typed, currency);
  const isRight = amount !== undefined && amount > 0 && amount <= left;
  return (
    <PaymentDialog
      act="refund-membership"
      label="Refund"
      title={`Refund of ${moneyOf(paid, currency)}`}
      confirmLabel={isRight ? `Refund ${moneyOf(amount, currency)}` : 'Refund'}
      about={id}
      body={isRight ? { person, charge: id, amount, refunded } : undefined}
      onDone={onDone}
    >
      <p>
        The money goes back to the card, which takes some days and cannot be undone. The membership
        goes on: cancel it as well if it should end.
      </p>
      <Field
        label={`Amount, in ${currency.toUpperCase()}`}
        hint={`At most ${moneyOf(left, currency)}`}
        {...(!isRight && { error: `Type an amount of at most ${moneyOf(left, currency)}` })}
      >
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
    </PaymentDialog>
  );
}
