import { openData } from '#app/data/open-data.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { MailLink } from './mail-link.tsx';
import type { Employer } from './use-employer.ts';

type EmployerFormProps = {
  userId: string;
  employer: Employer;
  onSaved(): void;
  /** Set if there is something to go back to. */
  onCancel?(): void;
};

/** The rules are needed only for saving. */
const loadRules = async () => (await import('#domain/candidates/candidate.ts')).employerSchema;

/** One form to state the company for the first time and to change it. */
export default function EmployerForm({ userId, employer, onSaved, onCancel }: EmployerFormProps) {
  const { company, next, changesLeft } = employer;
  const form = useForm(loadRules, async ({ company }) => {
    const client = await openData();
    const { error } = await client.from('employers').upsert({ user_id: userId, company });
    if (error) return failureOf(error);
    toast({ title: 'Company saved' });
    onSaved();
  });
  return (
    <Form className="employer-form" {...form.props}>
      <FormFailure failure={form.failure} advice={form.failure?.code === 'PT409' && <MailLink />} />
      <Field
        label="Who do you hire for?"
        hint={`Candidates see it when you write to them, and may hide from their own company. ${
          company === null
            ? 'You can change it twice a year; a change counts from the next day. If colleagues already hire here, ask one of their admins to invite you: the name alone begins a company of your own.'
            : `A change counts from the next day. You can make ${changesLeft === 1 ? 'one' : 'two'} within a year.`
        }`}
        error={form.errors.company}
      >
        <TextInput
          name="company"
          defaultValue={next?.company ?? company ?? ''}
          maxLength={100}
          autoComplete="organization"
          autoFocus={Boolean(onCancel)}
        />
      </Field>
      <div className="employer-form-foot">
        <Button type="submit" isBusy={form.isBusy}>
          Save
        </Button>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}
