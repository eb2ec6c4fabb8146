import { type FormEvent, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea, TextInput } from '#app/ui/text-input.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import { type CredentialType, credentialTitle } from '#domain/credentials.ts';
import { type AwardAnswer, awardColumns } from '#domain/staff-credentials.ts';
import { goTo } from '../address.ts';
import { useStaffRead } from '../calls.tsx';
import { useStaffAct } from '../use-staff-act.ts';
import { BackToCredentials, Loaded } from './loaded.tsx';

/** One credential for one person. */
export function AwardOne() {
  const read = useStaffRead();
  const loading = useLoading(() => read<{ types: CredentialType[] }>('credential-types'), {
    key: 'types',
  });
  return (
    <>
      <BackToCredentials />
      <h1>Award a credential</h1>
      <Loaded loading={loading}>{({ types }) => <AwardForm types={types} />}</Loaded>
    </>
  );
}

function AwardForm({ types }: { types: readonly CredentialType[] }) {
  const act = useStaffAct();
  const [hasKnown, setHasKnown] = useState(false);

  async function award(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const line = Object.fromEntries(
      awardColumns.map((name) => [name, String(given.get(name) ?? '')]),
    );
    const answer = await act.run<AwardAnswer>('award-credentials', { lines: [line] });
    if (!answer) return;
    const [number] = answer.numbers;
    if (number) goTo(`/staff/credentials/${number}`);
    else setHasKnown(true);
  }

  return (
    <form className="credential-form" onSubmit={award} onChange={() => setHasKnown(false)}>
      <Field label="Credential">
        <Select
          name="type"
          required
          placeholder="Choose"
          options={types.map((type) => ({
            value: type.code,
            label:
              type.kind === 'course'
                ? `Course: ${type.title}`
                : credentialTitle({ ...type, type: type.code }),
          }))}
        />
      </Field>
      <Field label="Name" hint="As it shall stand on the certificate">
        <TextInput name="name" autoComplete="off" required maxLength={120} />
      </Field>
      <Field
        label="Email address"
        hint="An account of this address holds it at once. Without an account, a mail asks the person to claim it. Without an address nobody is told."
        isOptional
      >
        <TextInput name="email" type="email" autoComplete="off" maxLength={255} />
      </Field>
      <Field label="Awarded on">
        <TextInput
          name="awarded_on"
          type="date"
          required
          defaultValue={new Date().toISOString().slice(0, 10)}
        />
      </Field>
      <Field
        label="Valid through"
        hint="Left empty, it is as long as the credential says: see “What can be awarded”."
        isOptional
      >
        <TextInput name="expires_on" type="date" />
      </Field>
      <Field label="By what we know that it was earned" hint="Seen by staff only" isOptional>
        <Textarea name="evidence" rows={3} maxLength={1_000} />
      </Field>
      {act.failure && (
        <Notice tone="danger" title="Not awarded">
          {act.failure.replace(/^Line 1: /, '')}
        </Notice>
      )}
      {hasKnown && (
        <Notice title="Awarded before">
          The same credential was awarded to this person on that day already. Nothing was done.
        </Notice>
      )}
      <Button type="submit" isBusy={act.isBusy}>
        Award it
      </Button>
    </form>
  );
}
