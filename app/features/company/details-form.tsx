import { useRef } from 'react';
import { openData } from '#app/data/open-data.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { FormGroup } from '#app/ui/form-group.tsx';
import { Textarea, TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { companyTexts } from '#domain/companies/company.ts';
import { LogoField } from './logo-field.tsx';
import { type MyCompany, notAdmin } from './my-companies.ts';

const loadCompanyDetailsSchema = async () =>
  (await import('#domain/companies/company-schemas.ts')).companyDetailsSchema;

type Details = Pick<MyCompany, 'place' | 'about'>;
const areSame = (one: Details, other: Details) =>
  one.place === other.place && one.about === other.about;
const changedMeanwhile =
  'A colleague has changed the page since you opened it. What you typed is still here: save again to put it in place of theirs.';

type DetailsFormProps = { company: MyCompany; onChanged(): void };

export function DetailsForm({ company, onChanged }: DetailsFormProps) {
  const { id, place, about } = company;
  // The values the form started from, or last saved, and what the person has been told about since.
  const seen = useRef({ place, about });
  const form = useForm(loadCompanyDetailsSchema, async (values) => {
    const client = await openData();
    const now = await client.from('companies').select('place, about').eq('id', id).maybeSingle();
    if (now.error) return failureOf(now.error);
    if (now.data && !areSame(now.data, seen.current)) {
      seen.current = now.data;
      return { code: '', message: changedMeanwhile };
    }
    const { data, error } = await client
      .from('companies')
      .update(values)
      .eq('id', id)
      .select('place, about');
    if (error) return failureOf(error);
    const [saved] = data;
    if (!saved) return { code: '', message: notAdmin };
    seen.current = saved;
    toast({ title: 'Page saved' });
    onChanged();
    return undefined;
  });
  return (
    <FormGroup title="Its page" remark="What everybody reads, beside the open postings.">
      <LogoField company={company} onChanged={onChanged} />
      <Form className="my-company-form" {...form.props}>
        <FormFailure failure={form.failure} />
        <Field label="Place" isOptional error={form.errors.place} hint="Such as “Durham, NC”.">
          <TextInput
            name="place"
            dir="auto"
            defaultValue={place ?? ''}
            maxLength={companyTexts.place.most}
          />
        </Field>
        <Field label="About" isOptional error={form.errors.about} hint="Up to 2,000 characters">
          <Textarea name="about" dir="auto" defaultValue={about ?? ''} rows={6} />
        </Field>
        <Button type="submit" variant="secondary" isBusy={form.isBusy}>
          Save the page
        </Button>
      </Form>
    </FormGroup>
  );
}
