import type { FormEvent } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { LongText } from '#app/ui/long-text.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Textarea, TextInput } from '#app/ui/text-input.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import {
  type CredentialType,
  credentialTitle,
  hoursWords,
} from '#domain/credentials/credentials.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { counted } from '#domain/text/grouped.ts';
import { useStaffRead } from '../calls.tsx';
import { DoneLine, useDone } from '../done-line.tsx';
import { Part } from '../facts.tsx';
import { useStaffAct } from '../use-staff-act.ts';
import { CreditRules, type Rule } from './credit-rules.tsx';
import { BackToCredentials, Loaded } from './loaded.tsx';

/** What can be awarded, in its newest version, and what counts towards what. */
export function CredentialTypes({ role }: { role: StaffRole }) {
  const read = useStaffRead();
  const { said, version, say } = useDone();
  const loading = useLoading(
    () => read<{ types: CredentialType[]; rules: Rule[] }>('credential-types'),
    { key: 'types', version },
  );
  return (
    <>
      <BackToCredentials />
      <h1>What can be awarded</h1>
      <DoneLine said={said} />
      <Loaded loading={loading}>
        {({ types, rules }) => (
          <div className="staff-person">
            <Part title="Credentials">
              <ul className="credential-types">
                {types.map((type) => (
                  <li key={type.code}>
                    <Type type={type} />
                    {role === 'owner' && <NewVersion key={type.version} type={type} onDone={say} />}
                  </li>
                ))}
              </ul>
            </Part>
            <CreditRules types={types} rules={rules} onDone={say} />
          </div>
        )}
      </Loaded>
    </>
  );
}

const kinds = { tier: 'Tier', track: 'Track', course: 'Course' } as const;

function Type({ type }: { type: CredentialType }) {
  return (
    <p>
      <strong>{credentialTitle({ ...type, type: type.code })}</strong>{' '}
      <Badge>{kinds[type.kind]}</Badge>
      <span className="staff-quiet">
        {type.code}
        {'\u00a0· '}
        version {type.version}
        {'\u00a0· '}
        {hoursWords(type.hours_from, type.hours_to)}
        {'\u00a0· '}
        {type.valid_months
          ? `valid for ${counted(type.valid_months, 'month', 'months')}`
          : 'does not expire'}
        {type.renews_by_education && '\u00a0· renewed by continuing education'}
      </span>
    </p>
  );
}

function NewVersion({ type, onDone }: { type: CredentialType; onDone(words: string): void }) {
  const act = useStaffAct();

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name) ?? '').trim();
    const saved = await act.run('add-credential-version', {
      ...{ type: type.code, version: type.version },
      name: text('name'),
      description: text('description'),
      must_show: text('must_show')
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
      hours_from: Number(text('hours_from')),
      hours_to: Number(text('hours_to')),
      valid_months: text('valid_months') ? Number(text('valid_months')) : null,
      renews_by_education: given.has('renews_by_education'),
    });
    if (saved) onDone('What is awarded from now on is of the new version.');
  }

  const number = (name: 'hours_from' | 'hours_to' | 'valid_months', label: string) => (
    <Field label={label}>
      <TextInput
        name={name}
        type="number"
        min={1}
        required={name !== 'valid_months'}
        defaultValue={type[name] ?? ''}
      />
    </Field>
  );
  return (
    <details>
      <summary>Change what it takes</summary>
      <Form isSending={act.isBusy} className="credential-form" onSubmit={save}>
        <p>What was awarded before keeps its version and its dates.</p>
        <Field label="Title">
          <TextInput name="name" required maxLength={120} defaultValue={type.title} />
        </Field>
        <LongText
          label="Description"
          name="description"
          rows={3}
          required
          max={1_000}
          tooLong="Use 1,000 characters or fewer"
          defaultValue={type.description}
        />
        <Field label="What must be shown" hint="One line each">
          <Textarea name="must_show" rows={5} required defaultValue={type.must_show.join('\n')} />
        </Field>
        {number('hours_from', 'Hours, at least')}
        {number('hours_to', 'Hours, at most')}
        {number('valid_months', 'Valid for so many months; empty: it does not expire')}
        <Checkbox
          name="renews_by_education"
          label="Renewed by continuing education"
          defaultChecked={type.renews_by_education}
        />
        {act.failure && <Notice tone="danger">{act.failure}</Notice>}
        <Button type="submit" size="small" isBusy={act.isBusy}>
          Save as a new version
        </Button>
      </Form>
    </details>
  );
}
