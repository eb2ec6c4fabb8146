import { Badge } from '#app/ui/badge.tsx';
import { type PersonRow, personStateWords } from '#domain/staff/people.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { MailAddress, MailLine } from '../facts.tsx';
import type { ListFilter } from '../filter-form.tsx';
import { Moment } from '../moment.tsx';
import { useAddress } from '../router.ts';
import { StaffList } from '../staff-list.tsx';
import type { ListColumn } from '../staff-table.tsx';
import { PersonScreen } from './person-screen.tsx';
import { WithoutAccount } from './without-account.tsx';

const path = '/staff/people';

const filters: readonly ListFilter[] = [
  { name: 'search', label: 'Name, address or company', kind: 'text' },
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    options: [
      { value: 'blocked', label: 'Blocked' },
      { value: 'helped', label: 'Second steps are about to end' },
    ],
  },
];

const columns: readonly ListColumn<PersonRow>[] = [
  {
    header: 'Person',
    cell: ({ id, name, email }) => (
      <>
        <a className="link" href={`${path}/${id}`}>
          {name || !email ? <bdi>{name || 'No name'}</bdi> : <MailAddress address={email} />}
        </a>
        {name && <MailLine address={email} />}
      </>
    ),
  },
  { header: 'Company', cell: ({ company }) => (company ? <bdi>{company}</bdi> : '—') },
  { header: 'State', cell: ({ state }) => <State state={state} /> },
  { header: 'Jobs', cell: ({ jobs }) => jobs, isNumber: true },
  { header: 'Since', cell: ({ created_at: at }) => <Moment at={at} /> },
  { header: 'Last sign-in', cell: ({ last_sign_in_at: at }) => <Moment at={at} /> },
];

function State({ state }: Pick<PersonRow, 'state'>) {
  const words = personStateWords[state];
  return state === 'blocked' ? <Badge tone="danger">{words}</Badge> : words;
}

/** Everybody who has an account, and below it the page of each. */
export function PeopleScreen({ role }: { role: StaffRole }) {
  const { pathname } = useAddress();
  const person = pathname.match(/^\/staff\/people\/([\da-f-]{36})$/)?.[1];
  if (person) return <PersonScreen key={person} person={person} role={role} />;
  return (
    <>
      <h1>People</h1>
      <StaffList<PersonRow>
        name="people"
        caption="People"
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        canExport={role === 'owner'}
        empty="Nobody has an account yet"
      />
      <WithoutAccount role={role} />
    </>
  );
}
