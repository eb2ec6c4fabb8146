import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import type { NewsletterRow, NewsletterState } from '#domain/staff/newsletter.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import type { ListFilter } from '../filter-form.tsx';
import { Moment } from '../moment.tsx';
import { useAddress } from '../router.ts';
import { StaffList } from '../staff-list.tsx';
import type { ListColumn } from '../staff-table.tsx';
import { NewsletterPage } from './newsletter-page.tsx';

const newsletterHome = '/staff/newsletter';

const stateWords = {
  draft: 'Draft',
  sending: 'Going out',
  stopped: 'Stopped',
  sent: 'Went out',
} as const satisfies Record<NewsletterState, string>;

const filters: readonly ListFilter[] = [
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    options: Object.entries(stateWords).map(([value, label]) => ({ value, label })),
  },
];

const columns: readonly ListColumn<NewsletterRow>[] = [
  {
    header: 'Subject',
    cell: ({ id, subject, is_by_command: isByCommand }) =>
      isByCommand ? (
        <>
          {subject}
          <span className="staff-quiet">Sent by the command</span>
        </>
      ) : (
        <a className="link" href={`${newsletterHome}/${id}`}>
          {subject}
        </a>
      ),
  },
  {
    header: 'State',
    cell: ({ state }) => (
      <Badge tone={state === 'sent' ? 'good' : state === 'draft' ? 'plain' : 'warm'}>
        {stateWords[state]}
      </Badge>
    ),
  },
  {
    header: 'Changed',
    cell: ({ changed_at: at }) => <Moment at={at} hasTime />,
  },
];

/** All newsletters, or the one in the address. */
export function NewsletterScreen({ role }: { role: StaffRole }) {
  const { pathname } = useAddress();
  const id = pathname.slice(newsletterHome.length + 1);
  if (id) return <NewsletterPage key={id} id={id === 'new' ? undefined : id} role={role} />;
  return (
    <>
      <h1>Newsletter</h1>
      <p>
        <ButtonLink href={`${newsletterHome}/new`}>Write a newsletter</ButtonLink>
      </p>
      <StaffList<NewsletterRow>
        name="newsletters"
        caption="Newsletters"
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        empty="No newsletter has been written yet"
      />
    </>
  );
}
