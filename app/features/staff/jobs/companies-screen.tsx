import type { CompanyRow } from '#domain/staff/jobs.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { grouped } from '#domain/text/grouped.ts';
import type { ListFilter } from '../filter-form.tsx';
import * as pages from '../links.ts';
import { Moment } from '../moment.tsx';
import { StaffList } from '../staff-list.tsx';
import type { ListColumn } from '../staff-table.tsx';

const filters: readonly ListFilter[] = [
  { name: 'words', label: 'Name', kind: 'text' },
  {
    name: 'reported',
    label: 'Reports',
    kind: 'choice',
    options: [{ value: 'yes', label: 'Reported at least once' }],
  },
];

const orders = [
  { value: 'newest', label: 'Newest job first' },
  { value: 'jobs', label: 'Most jobs first' },
  { value: 'reports', label: 'Most reports first' },
];

const columns: readonly ListColumn<CompanyRow>[] = [
  {
    header: 'Company',
    cell: ({ key, name }) =>
      key ? (
        <a className="link" href={pages.jobsOfCompany(key)}>
          <bdi>{name}</bdi>
        </a>
      ) : (
        <bdi>{name}</bdi>
      ),
  },
  { header: 'Jobs', cell: ({ jobs }) => grouped(jobs), isNumber: true },
  { header: 'Posters', cell: ({ posters }) => grouped(posters), isNumber: true },
  { header: 'Reports', cell: ({ reports }) => grouped(reports), isNumber: true },
  { header: 'Newest job', cell: ({ newest_at: at }) => <Moment at={at} /> },
];

/** A company is a name on jobs; spellings that differ only in “Inc.” or in capitals are the same. */
export function CompaniesScreen({ role }: { role: StaffRole }) {
  return (
    <>
      <h1>Companies</h1>
      <p className="lede">
        The names that stand on jobs, as the newest job writes them. Several people may post for
        one, and nobody has checked that they do.
      </p>
      <StaffList<CompanyRow>
        name="companies"
        caption="Companies"
        columns={columns}
        filters={filters}
        orders={orders}
        keyOf={({ key }) => key}
        canExport={role === 'owner'}
        empty="No job names a company yet"
      />
    </>
  );
}
