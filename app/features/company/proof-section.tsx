import { useState } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Fold, FormGroup } from '#app/ui/form-group.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { recordName, recordText } from '#domain/companies/company.ts';
import { CheckForm } from './check-form.tsx';
import type { MyCompany } from './my-companies.ts';

const loadCompanyAddressSchema = async () =>
  (await import('#domain/companies/company-schemas.ts')).companyAddressSchema;

type ProofProps = { company: MyCompany; onChanged(): void };

/** The web address decides which domain the company can prove; a mailbox there, a DNS record or staff can prove it. */
export function ProofSection({ company, onChanged }: ProofProps) {
  const { id, web_address: address, proven_domain: domain, is_checked: isChecked } = company;
  const form = useForm(loadCompanyAddressSchema, async ({ web_address }) => {
    const answer = await callFunction('set-company-address', { company: id, web_address });
    if ('failure' in answer) return answer.failure;
    toast({ title: 'Web address saved' });
    onChanged();
    return undefined;
  });
  return (
    <FormGroup
      title="Proof"
      remark="Applicants see on each posting whether the company proved its domain."
    >
      <Form className="my-company-form" {...form.props}>
        <FormFailure failure={form.failure} />
        <Field
          label="Web address"
          isOptional
          error={form.errors.web_address}
          hint="Its domain is the one that the company can prove. Another domain ends a proof."
        >
          <TextInput
            name="web_address"
            dir="ltr"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={address ?? ''}
          />
        </Field>
        <Button type="submit" variant="secondary" isBusy={form.isBusy}>
          Save the web address
        </Button>
      </Form>
      <Standing company={company} />
      {company.domain && !domain && <RecordSteps company={company} onChanged={onChanged} />}
      {!domain && !isChecked && <CheckForm company={company} onChanged={onChanged} />}
    </FormGroup>
  );
}

const ways = {
  address: 'by the confirmed email address of somebody on your team',
  dns: 'by a TXT record, which we look at once a day',
  staff: 'by our staff',
};

function Standing({ company }: { company: MyCompany }) {
  const { domain, domain_fault: fault, proven_domain: proven, is_checked, proofs, cases } = company;
  const isHeld = cases.some(
    ({ kind, decision, claim }) => kind === 'domain' && !decision && claim === domain,
  );
  const record = proofs.find(({ missing_since }) => missing_since);
  if (proven || is_checked) {
    return (
      <Notice title={proven ? `${proven} is proven` : 'Our staff checked this company'}>
        <p>Proved {proofs.map(({ kind }) => ways[kind]).join(', and ')}.</p>
        {record && (
          <p>The TXT record is missing. If it stays away for seven days, that proof ends.</p>
        )}
      </Notice>
    );
  }
  if (isHeld) {
    return (
      <Notice title="Another company has proved this domain">
        <p>We are looking at both, and will say here what we decide.</p>
      </Notice>
    );
  }
  if (fault) {
    return (
      <Notice title="This web address cannot prove the company">
        <p>{faults[fault]} Our staff can check the company instead.</p>
      </Notice>
    );
  }
  if (!domain) return <p>Not verified yet. Enter the company’s own web address to begin.</p>;
  return (
    <p>
      Not verified yet. When an admin or recruiter of yours has a confirmed address at{' '}
      <b>
        <bdi>@{domain}</bdi>
      </b>
      , the proof comes by itself. You can also add a TXT record.
    </p>
  );
}

const faults = {
  none: 'It has no domain of its own.',
  shared: 'Many companies have a page there.',
  mail: 'Anybody can have a mailbox there.',
};

const answers: Record<string, string> = {
  missing:
    'The record is not there yet. Some name servers take an hour or more to show a change; then press again.',
  unreachable: 'The name servers of the domain did not answer. Try again in a moment.',
  held: 'Another company has proved this domain. We are looking at both.',
  changed: 'The web address has since changed. Load this page again.',
};

function RecordSteps({ company: { id, domain, dns_token: token }, onChanged }: ProofProps) {
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<string>();

  async function check() {
    setBusy(true);
    const told = await callFunction<{ state: string }>('check-company-record', { company: id });
    setBusy(false);
    if ('failure' in told) return setAnswer(told.failure.message);
    setAnswer(answers[told.data.state]);
    if (told.data.state === 'proven') toast({ title: 'The domain is proven' });
    if (told.data.state !== 'missing') onChanged();
  }

  return (
    <Fold title="Prove it with a TXT record" isOpen={answer !== undefined}>
      <p>Add this record where the domain’s DNS is managed, and leave it there:</p>
      <dl className="my-company-record">
        <dt>Type</dt>
        <dd>TXT</dd>
        <dt>Name</dt>
        <dd>
          <code>{recordName(domain ?? '')}</code>
        </dd>
        <dt>Text</dt>
        <dd>
          <code>{recordText(token ?? '')}</code>
        </dd>
      </dl>
      <p aria-live="polite">{answer}</p>
      <Button variant="secondary" isBusy={isBusy} onClick={check}>
        Look for the record
      </Button>
    </Fold>
  );
}
