import { useEffect, useState } from 'react';
import { openSupabase } from '#app/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { employerSchema } from '#domain/candidate.ts';

/** Who the member hires for: candidates see it in messages, and may hide from a company. */
export function EmployerName({ userId }: { userId: string }) {
  const [company, setCompany] = useState<string | null>();
  const [isOpen, setOpen] = useState(false);

  // Synchronises with what was stated before; null is nothing yet.
  useEffect(() => {
    let isOver = false;
    openSupabase()
      .then((client) =>
        client.from('employers').select('company').eq('user_id', userId).maybeSingle(),
      )
      .then(({ data, error }) => {
        if (!isOver && !error) setCompany(data?.company ?? null);
      })
      .catch(() => {});
    return () => {
      isOver = true;
    };
  }, [userId]);

  if (company === undefined) return null;
  if (company !== null && !isOpen) {
    return (
      <p className="employer-name">
        You hire for <b dir="auto">{company}</b>.{' '}
        <button type="button" className="link" onClick={() => setOpen(true)}>
          Change
        </button>
      </p>
    );
  }
  return (
    <EmployerForm
      userId={userId}
      company={company ?? ''}
      onSaved={(saved) => {
        setCompany(saved);
        setOpen(false);
      }}
    />
  );
}

type EmployerFormProps = { userId: string; company: string; onSaved(company: string): void };

function EmployerForm({ userId, company: before, onSaved }: EmployerFormProps) {
  const form = useForm(employerSchema, async ({ company }) => {
    const client = await openSupabase();
    const { error } = await client.from('employers').upsert({ user_id: userId, company });
    if (error) return failureOf(error);
    toast({ title: 'Company saved' });
    onSaved(company);
  });
  return (
    <form className="employer-form" {...form.props}>
      <FormFailure failure={form.failure} />
      <Field
        label="Who do you hire for?"
        hint="Candidates see it when you write to them, and may hide from their own company"
        error={form.errors.company}
      >
        <TextInput
          name="company"
          defaultValue={before}
          maxLength={100}
          autoComplete="organization"
        />
      </Field>
      <Button type="submit" isBusy={form.isBusy}>
        Save
      </Button>
    </form>
  );
}
