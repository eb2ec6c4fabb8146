import { useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { phoneSchema } from '#domain/account/account.ts';
import { AccountFailure } from '../account-failure.tsx';
import { useProof } from '../proof/proof.tsx';
import { FormActions } from '../settings/form-actions.tsx';
import type { AddFactorProps } from './add-factor-props.ts';
import { forgetUnfinished } from './add-passkey.tsx';
import { freeName } from './free-name.ts';
import { PhoneForm } from './phone-form.tsx';

export function AddPhone({ names, onDone, onCancel }: AddFactorProps) {
  const [factorId, setFactorId] = useState<string>();
  const withProof = useProof();
  const form = useForm(phoneSchema, async ({ phone }) => {
    await forgetUnfinished();
    const client = await openSupabase();
    const friendlyName = freeName(`Phone ending in ${phone.slice(-4)}`, names);
    const { data, error } = await withProof(() =>
      client.auth.mfa.enroll({ factorType: 'phone', friendlyName, phone }),
    );
    if (error) return failureOf(error);
    setFactorId(data.id);
  });

  if (factorId) {
    return (
      <div className="account-form">
        <PhoneForm factorId={factorId} onDone={onDone} />
        <p>
          <Button variant="quiet" size="small" onClick={onCancel}>
            Cancel
          </Button>
        </p>
      </div>
    );
  }
  return (
    <Form className="account-form" {...form.props}>
      <AccountFailure failure={form.failure} />
      <Field
        label="Mobile number"
        hint="With the country code, such as +1 919 555 0100"
        error={form.errors.phone}
      >
        <TextInput name="phone" type="tel" autoComplete="tel" required />
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
