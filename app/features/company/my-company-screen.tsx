import { type ReactNode, useState } from 'react';
import { CompanyMark } from '#app/site-parts/company-mark.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { late } from '#app/ui/late.tsx';
import { Link } from '#app/ui/link.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import * as links from '#domain/site/links.ts';
import { type MyCompany, readMyCompanies } from './my-companies.ts';
import './my-company.css';

const CompanyForms = late(async () => (await import('./company-forms.tsx')).default);

type MyCompanyScreenProps = {
  user: { id: string };
  /** Who works there. */
  people?: (company: MyCompany, onChanged: () => void) => ReactNode;
};

/** The companies that somebody works for: what strangers read about them, and what they have proved. */
export function MyCompanyScreen({ user, people }: MyCompanyScreenProps) {
  const { state, again } = useLoading(readMyCompanies, { key: user.id });
  const [chosen, setChosen] = useState<string>();
  const { data: companies, failure } = state;
  // Somebody who leaves a company presses a button that disappears with it.
  const place = useKeptFocus<HTMLDivElement>(companies?.length);
  if (failure && !companies) {
    return (
      <div className="wrap my-company">
        <LoadFailure title="Your company could not be loaded" failure={failure} again={again} />
      </div>
    );
  }
  if (!companies) {
    return (
      <div className="wrap my-company">
        <Skeleton lines={6} label="Loading your company…" />
      </div>
    );
  }
  const company = companies.find(({ id }) => id === chosen) ?? companies[0];
  if (!company) {
    return (
      <div className="wrap my-company" ref={place} tabIndex={-1}>
        <EmptyState
          title="You work for no company here yet"
          action={<ButtonLink href={links.postJob}>Post a job</ButtonLink>}
        >
          Post a job, and the company that you name in it appears here. If colleagues post here
          already, ask one of their admins to invite you.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="wrap my-company" ref={place} tabIndex={-1}>
      {companies.length > 1 && (
        <Field label="Company">
          <Select
            value={company.id}
            onChange={({ target }) => setChosen(target.value)}
            options={companies.map(({ id, name, role }) => ({
              value: id,
              label: `${name} (${role})`,
            }))}
          />
        </Field>
      )}
      <Company key={company.id} company={company} onChanged={again}>
        {people?.(company, again)}
      </Company>
    </div>
  );
}

type CompanyProps = { company: MyCompany; onChanged(): void; children: ReactNode };

function Company({ company, onChanged, children }: CompanyProps) {
  const { name, slug, role, is_public: isPublic, closed_at: closedAt, live_jobs: open } = company;
  return (
    <>
      <header className="my-company-head">
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p>
          <CompanyMark {...company} />
        </p>
        <p>
          {isPublic ? (
            <>
              <Link href={links.company(slug)}>See its page</Link>
              {open === 0 && ' Search engines are asked to leave it out while nothing is open.'}
            </>
          ) : (
            !closedAt && 'Its page opens with its first posting.'
          )}
        </p>
      </header>
      {closedAt && (
        <Notice tone="danger" title="We closed this company’s page">
          <p>{closingWords(company)} If we are wrong, write to us.</p>
        </Notice>
      )}
      {role === 'admin' ? (
        <CompanyForms
          company={company}
          onChanged={onChanged}
          waiting={<Skeleton lines={8} label="Loading what you can change…" />}
        />
      ) : (
        <p>The company’s admins change its name, page and proof.</p>
      )}
      {children}
    </>
  );
}

function closingWords({ cases }: MyCompany): string {
  const said = cases.find(({ kind, decision }) => kind === 'name' && decision === 'refused');
  return said?.answer ? `Our reason: “${said.answer}”.` : 'Its postings are off the board.';
}
