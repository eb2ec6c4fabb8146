import { BadgeCheck } from 'lucide-react';
import type { CompanyMark as Mark } from '#domain/companies/company.ts';

/** What the company has proved, and no more: a domain is not a name. */
export function CompanyMark({ proven_domain: domain, is_checked: isChecked }: Mark) {
  if (!domain && !isChecked) return <span className="company-mark">Not verified yet</span>;
  return (
    <span className="company-mark company-mark-proven">
      <BadgeCheck aria-hidden="true" />
      <span>
        {domain ? (
          <>
            Domain <bdi>{domain}</bdi> proven
          </>
        ) : (
          'Checked by our staff'
        )}
      </span>
    </span>
  );
}
