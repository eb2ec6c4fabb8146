import { useState } from 'react';
import { ChoiceGroup, Radio } from '#app/ui/choice.tsx';
import { type ActOutcome, PaymentDialog } from './payment-dialog.tsx';

type CancelDialogProps = {
  person: string;
  /** It already ends with its period: the only thing left is to end it at once. */
  isEnding: boolean;
  onDone(became: ActOutcome): void;
};

export function CancelDialog({ person, isEnding, onDone }: CancelDialogProps) {
  const [chosen, setChosen] = useState('at-end');
  const when = isEnding ? 'now' : chosen;
  const choice = (value: string, label: string, hint: string) => (
    <Radio
      name="cancel-when"
      label={label}
      hint={hint}
      checked={when === value}
      onChange={() => setChosen(value)}
    />
  );
  return (
    <PaymentDialog
      act="cancel-membership"
      label="Cancel the membership"
      title="Cancel this membership?"
      confirmLabel="Cancel it"
      about={person}
      body={{ person, when }}
      onDone={onDone}
    >
      <p>They get an email about it.</p>
      <ChoiceGroup legend="When it ends">
        {!isEnding &&
          choice(
            'at-end',
            'At the end of the paid period',
            'Nothing more is charged, and the access stays until then. The member can take it back.',
          )}
        {choice(
          'now',
          'At once',
          'The access ends now. Nothing is refunded by itself, and this cannot be undone: the member would have to subscribe again.',
        )}
      </ChoiceGroup>
    </PaymentDialog>
  );
}
