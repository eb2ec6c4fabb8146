import { DetailsForm } from './details-form.tsx';
import type { MyCompany } from './my-companies.ts';
import { NameForm } from './name-form.tsx';
import { ProofSection } from './proof-section.tsx';

type CompanyFormsProps = { company: MyCompany; onChanged(): void };

/** What admins can change. In a file of its own, because people without a company need none of it. */
export default function CompanyForms({ company, onChanged }: CompanyFormsProps) {
  return (
    <>
      <ProofSection company={company} onChanged={onChanged} />
      <NameForm company={company} onChanged={onChanged} />
      <DetailsForm company={company} onChanged={onChanged} />
    </>
  );
}
