import { openSupabase } from '#app/data/supabase.ts';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { factorNameSchema } from '#domain/account/account.ts';
import { AccountFailure } from '../account-failure.tsx';
import { useProof } from '../proof/proof.tsx';
import { FormActions } from '../settings/form-actions.tsx';
import type { AddFactorProps } from './add-factor-props.ts';
import { freeName } from './free-name.ts';
import { passkeyFailure } from './passkey-failure.ts';

type Where = { attachment: 'platform' | 'cross-platform'; hint: string; usualName: string };

const onDevice: Where = { attachment: 'platform', hint: 'client-device', usualName: 'This device' };
const onKey: Where = {
  attachment: 'cross-platform',
  hint: 'security-key',
  usualName: 'Security key',
};

export function AddDevicePasskey(props: AddFactorProps) {
  return <AddPasskey {...props} where={onDevice} />;
}

export function AddSecurityKey(props: AddFactorProps) {
  return <AddPasskey {...props} where={onKey} />;
}

function AddPasskey({ names, onDone, onCancel, where }: AddFactorProps & { where: Where }) {
  const withProof = useProof();
  const form = useForm(factorNameSchema, async ({ name }) => {
    const client = await openSupabase();
    // The client labels every passkey as a security key unless told otherwise.
    const { error } = await withProof(() =>
      client.auth.mfa.webauthn.register(
        { friendlyName: name },
        {
          attestation: 'none',
          hints: [where.hint],
          authenticatorSelection: {
            authenticatorAttachment: where.attachment,
            residentKey: 'preferred',
            userVerification: 'preferred',
          },
        },
      ),
    );
    if (!error) return void (await onDone());
    await forgetUnfinished();
    return passkeyFailure(error, 'make');
  });
  return (
    <Form className="account-form" {...form.props}>
      <AccountFailure failure={form.failure} />
      <Field
        label="Name"
        hint="How you will recognize it: the device, or the key"
        error={form.errors.name}
      >
        <TextInput
          name="name"
          maxLength={60}
          defaultValue={freeName(where.usualName, names)}
          required
        />
      </Field>
      <FormActions
        label="Create the passkey"
        busyLabel="Waiting for your browser…"
        isBusy={form.isBusy}
        onCancel={onCancel}
      />
    </Form>
  );
}

/** An unfinished factor keeps its name, which the next attempt may want. */
export async function forgetUnfinished() {
  const client = await openSupabase();
  const { data } = await client.auth.mfa.listFactors();
  const unfinished = data?.all.filter(({ status }) => status === 'unverified') ?? [];
  for (const { id } of unfinished) await client.auth.mfa.unenroll({ factorId: id });
}
