import { Badge } from '#app/ui/badge.tsx';
import {
  type MembershipRow,
  membershipFilters,
  membershipStatusWords,
  priceOf,
  toneOf,
} from '#domain/staff/memberships.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { MailAddress, MailLine } from '../facts.tsx';
import type { ListFilter } from '../filter-form.tsx';
import { Moment } from '../moment.tsx';
import { useAddress } from '../router.ts';
import { StaffList } from '../staff-list.tsx';
import type { ListColumn } from '../staff-table.tsx';
import { MembershipScreen } from './membership-screen.tsx';

const path = '/staff/memberships';

const filters: readonly ListFilter[] = [
  { name: 'search', label: 'Name, address or company', kind: 'text' },
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    options: membershipFilters.map((value) => ({
      value,
      label: value === 'ending' ? 'Will not renew' : (membershipStatusWords[value] ?? value),
    })),
  },
  { name: 'customer', label: 'Customer at Stripe', kind: 'text', isFromLink: true },
];

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'ending', label: 'Soonest end of the period first' },
];

const columns: readonly ListColumn<MembershipRow>[] = [
  {
    header: 'Person',
    cell: ({ id, name, email, company }) => (
      <>
        <a className="link" href={`${path}/${id}`}>
          {name || !email ? <bdi>{name || 'No name'}</bdi> : <MailAddress address={email} />}
        </a>
        {name && <MailLine address={email} />}
        {company && <bdi className="staff-quiet">{company}</bdi>}
      </>
    ),
  },
  {
    header: 'State',
    cell: ({ status, is_ending, has_access, charges_paused }) => (
      <>
        <Badge tone={toneOf(status, has_access)}>{membershipStatusWords[status] ?? status}</Badge>
        <span className="staff-quiet">
          {has_access ? 'Has access' : 'No access'}
          {is_ending && status !== 'canceled' && ', will not renew'}
          {charges_paused && status !== 'canceled' && ', nothing is charged'}
        </span>
      </>
    ),
  },
  { header: 'Since', cell: ({ started_at: at }) => <Moment at={at} /> },
  { header: 'Period ends', cell: ({ current_period_end: at }) => <Moment at={at} /> },
  { header: 'Price', cell: priceOf, isNumber: true },
];

/** Who pays what, and below it the page of each membership next to what Stripe says. */
export function MembershipsScreen({ role }: { role: StaffRole }) {
  const { pathname } = useAddress();
  const person = pathname.match(/^\/staff\/memberships\/([\da-f-]{36})$/)?.[1];
  if (person) return <MembershipScreen key={person} person={person} role={role} />;
  return (
    <>
      <h1>Memberships</h1>
      <p className="lede">
        As our own record has them. Open one to see what Stripe says at this moment.
      </p>
      <StaffList<MembershipRow>
        name="memberships"
        caption="Memberships"
        columns={columns}
        filters={filters}
        orders={orders}
        keyOf={({ id }) => id}
        canExport={role === 'owner'}
        empty="Nobody has subscribed through Stripe yet"
      />
    </>
  );
}
