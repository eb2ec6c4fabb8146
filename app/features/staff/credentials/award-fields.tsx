import { Field } from '#app/ui/field.tsx';
import { LongText } from '#app/ui/long-text.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { type CredentialType, credentialTitle } from '#domain/credentials/credentials.ts';
import { type AwardLine, awardColumns } from '#domain/staff/credentials.ts';
import { firstDay } from './first-day.ts';

/** An award, read from the form. */
export function readAwardFields(form: HTMLFormElement): AwardLine {
  const given = new FormData(form);
  return Object.fromEntries(
    awardColumns.map((name) => [name, String(given.get(name) ?? '')]),
  ) as AwardLine;
}

export function AwardFields({
  types,
  first = {},
}: {
  types: readonly CredentialType[];
  /** The initial values. */
  first?: Partial<AwardLine>;
}) {
  return (
    <>
      <Field label="Credential">
        <Select
          name="type"
          required
          placeholder="Choose"
          {...(first.type && { defaultValue: first.type })}
          options={types.map((type) => ({
            value: type.code,
            label:
              type.kind === 'course'
                ? `Course: ${type.title}`
                : credentialTitle({ ...type, type: type.code }),
          }))}
        />
      </Field>
      <Field label="Name" hint="As it should appear on the certificate">
        <TextInput
          name="name"
          autoComplete="off"
          required
          maxLength={120}
          defaultValue={first.name}
        />
      </Field>
      <Field
        label="Email address"
        hint="An account with this address holds it at once. Without an account, an email asks the person to claim it. Without an address nobody is told."
        isOptional
      >
        <TextInput
          name="email"
          type="email"
          autoComplete="off"
          maxLength={255}
          defaultValue={first.email}
        />
      </Field>
      <Field label="Awarded on">
        <TextInput
          name="awarded_on"
          type="date"
          required
          defaultValue={first.awarded_on ?? firstDay()}
        />
      </Field>
      <Field
        label="Valid through"
        hint="Left empty, it is as long as the credential says: see “What can be awarded”."
        isOptional
      >
        <TextInput name="expires_on" type="date" defaultValue={first.expires_on} />
      </Field>
      <LongText
        label="How we know that it was earned"
        hint="Seen by staff only"
        isOptional
        name="evidence"
        rows={3}
        max={1_000}
        tooLong="Use 1,000 characters or fewer"
        defaultValue={first.evidence}
      />
    </>
  );
}
