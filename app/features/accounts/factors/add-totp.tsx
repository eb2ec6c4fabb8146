import { useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { factorNameSchema } from '#domain/account/account.ts';
import { AccountFailure } from '../account-failure.tsx';
import { useProof } from '../proof/proof.tsx';
import { FormActions } from '../settings/form-actions.tsx';
import type { AddFactorProps } from './add-factor-props.ts';
import { forgetUnfinished } from './add-passkey.tsx';
import { freeName } from './free-name.ts';
import { TotpForm } from './totp-form.tsx';

type Begun = { id: string; qrCode: string; secret: string };

export function AddTotp({ names, onDone, onCancel }: AddFactorProps) {
  const [begun, setBegun] = useState<Begun>();
  const withProof = useProof();
  const form = useForm(factorNameSchema, async ({ name }) => {
    await forgetUnfinished();
    const client = await openSupabase();
    const { data, error } = await withProof(() =>
      client.auth.mfa.enroll({ factorType: 'totp', friendlyName: name }),
    );
    if (error) return failureOf(error);
    setBegun({ id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret });
  });

  if (begun) return <Scan begun={begun} onDone={onDone} onCancel={onCancel} />;
  return (
    <Form className="account-form" {...form.props}>
      <AccountFailure failure={form.failure} />
      <Field label="Name" hint="How you will recognize the app" error={form.errors.name}>
        <TextInput
          name="name"
          maxLength={60}
          defaultValue={freeName('Authenticator app', names)}
          required
        />
      </Field>
      <FormActions
        label="Continue"
        busyLabel="One moment…"
        isBusy={form.isBusy}
        onCancel={onCancel}
      />
    </Form>
  );
}

function Scan({
  begun,
  onDone,
  onCancel,
}: { begun: Begun } & Pick<AddFactorProps, 'onDone' | 'onCancel'>) {
  return (
    <div className="account-form">
      <p>Scan this with your authenticator app, then enter the six digits that it shows.</p>
      <img className="totp-picture" src={begun.qrCode} alt="QR code for your authenticator app" />
      <details className="totp-secret">
        <summary>Enter a key instead</summary>
        <code>{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </details>
      <TotpForm factorId={begun.id} onDone={onDone} />
      <p>
        <Button variant="quiet" size="small" onClick={onCancel}>
          Cancel
        </Button>
      </p>
    </div>
  );
}
