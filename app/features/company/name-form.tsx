import { openData } from '#app/data/open-data.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { FormGroup } from '#app/ui/form-group.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { longDate } from '#app/ui/when.ts';
import type { MyCompany } from './my-companies.ts';

const loadCompanyNameSchema = async () =>
  (await import('#domain/companies/company-schemas.ts')).companyNameSchema;

type NameFormProps = { company: MyCompany; onChanged(): void };

/** A new name takes effect the next day, so that nobody can tell which profiles disappear with it. */
export function NameForm({ company, onChanged }: NameFormProps) {
  const { id, name, next_name: next, next_name_from: from, names_left: left, cases } = company;
  const waiting = cases.find(({ kind, decision }) => kind === 'rename' && !decision);
  const refused = cases.find(({ kind }) => kind === 'rename');
  const form = useForm(loadCompanyNameSchema, async ({ name: called }) => {
    const client = await openData();
    const { data, error } = await client.rpc('set_company_name', { company: id, called }).single();
    if (error) return failureOf(error);
    toast(
      data.waits
        ? { title: 'Sent to us', description: 'We decide about a third name within a year.' }
        : { title: data.next_name ? 'The new name counts from tomorrow' : 'Name saved' },
    );
    onChanged();
    return undefined;
  });
  return (
    <FormGroup title="Name" remark="Twice a year you can change it yourself. After that we decide.">
      {next && from && (
        <Notice title={`“${next}” from ${dayOf(from)}`}>
          <p>Until then the name is “{name}”. Days begin at midnight UTC.</p>
        </Notice>
      )}
      {waiting && (
        <Notice title={`We are looking at “${waiting.claim}”`}>
          <p>You changed the name twice within a year, so we decide about this one.</p>
        </Notice>
      )}
      {refused?.decision === 'refused' && (
        <Notice title={`We did not allow “${refused.claim}”`}>
          <p>{refused.answer}</p>
          <p>Answered on {longDate(new Date(refused.decided_at ?? refused.opened_at))}.</p>
        </Notice>
      )}
      <Form className="my-company-form" {...form.props}>
        <FormFailure failure={form.failure} />
        <Field
          label="Name of the company"
          error={form.errors.name}
          hint={
            left > 0
              ? `A new name counts from the next day, also on postings that bear the old one. You can change it ${left === 1 ? 'once more' : 'twice'} within a year.`
              : 'You changed it twice within a year. What you enter now comes to us first.'
          }
        >
          <TextInput name="name" dir="auto" defaultValue={next ?? name} maxLength={100} />
        </Field>
        <Button type="submit" variant="secondary" isBusy={form.isBusy}>
          Save the name
        </Button>
      </Form>
    </FormGroup>
  );
}

const dayOf = (at: string) =>
  new Date(at).toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
