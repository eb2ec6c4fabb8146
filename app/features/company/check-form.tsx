import { useState } from 'react';
import { openData } from '#app/data/open-data.ts';
import { useMessageDraft } from '#app/drafts/message-draft.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Fold } from '#app/ui/form-group.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { longDate } from '#app/ui/when.ts';
import type { MyCompany } from './my-companies.ts';

const loadCompanyEvidenceSchema = async () =>
  (await import('#domain/companies/company-schemas.ts')).companyEvidenceSchema;

type CheckFormProps = { company: MyCompany; onChanged(): void };

/** For companies that can prove nothing by an address or a DNS record: staff check what the company says. */
export function CheckForm({ company: { id, cases }, onChanged }: CheckFormProps) {
  const newest = cases.find(({ kind }) => kind === 'check');
  const draft = useMessageDraft(useAuth().user?.id ?? '', `check-${id}`);
  const [wasTyped] = useState(draft.text !== '');
  const form = useForm(loadCompanyEvidenceSchema, async ({ evidence }) => {
    const client = await openData();
    const { error } = await client.rpc('ask_company_check', { company: id, evidence });
    if (error) return failureOf(error);
    draft.clear();
    toast({ title: 'Sent to us' });
    onChanged();
    return undefined;
  });
  if (newest && !newest.decision) {
    return (
      <Notice title="We are checking the company">
        <p>You sent us what we need on {dayOf(newest.opened_at)}. The answer will stand here.</p>
      </Notice>
    );
  }
  return (
    <>
      {newest?.decision === 'refused' && (
        <Notice title="We could not confirm the company">
          <p>{newest.answer}</p>
          <p>Answered on {dayOf(newest.decided_at ?? newest.opened_at)}.</p>
        </Notice>
      )}
      <Fold title="Ask us to check the company" isOpen={wasTyped}>
        <Form className="my-company-form" {...form.props}>
          <FormFailure failure={form.failure} />
          <Field
            label="How can we check it?"
            error={form.errors.evidence}
            hint="A registration number and where it stands, a page that names you, a number at which we reach the company. No passwords and no documents with private data."
          >
            <Textarea
              name="evidence"
              dir="auto"
              value={draft.text}
              onChange={({ target }) => draft.type(target.value)}
            />
          </Field>
          <Button type="submit" variant="secondary" isBusy={form.isBusy}>
            Ask for a check
          </Button>
        </Form>
      </Fold>
    </>
  );
}

const dayOf = (at: string) => longDate(new Date(at));
