import { z } from 'zod';
import {
  inUnits,
  type MembershipRow,
  membershipFilters,
  membershipStatusWords,
} from '#domain/staff/memberships.ts';
import { matching, type StaffList, yesOrNo } from '../staff-list.ts';

/** Everybody who has or had a subscription. */
export const memberships: StaffList<MembershipRow> = {
  name: 'memberships',
  minimum: 'staff',
  look: 'look-memberships',
  from: 'staff.memberships as m',
  columns: {
    id: 'm.id',
    email: 'm.email',
    name: 'm.name',
    company: 'm.company',
    status: 'm.status',
    is_ending: 'm.is_ending',
    has_access: 'm.has_access',
    started_at: 'm.started_at',
    current_period_end: 'm.current_period_end',
    amount: 'm.amount::float8',
    currency: 'm.currency',
    price_interval: 'm.price_interval',
    charges_paused: 'm.charges_paused',
  },
  filters: {
    search: { schema: matching, where: (value) => `m.words like ${value}` },
    state: {
      schema: z.enum(membershipFilters),
      where: (place, value) =>
        value === 'ending' ? "m.is_ending and m.status <> 'canceled'" : `m.status = ${place}`,
    },
    customer: {
      schema: z.string().regex(/^cus_\w{1,250}$/),
      where: (value) => `m.customer_id = ${value}`,
    },
    person: { schema: z.uuid(), where: (value) => `m.id = ${value}::uuid` },
  },
  orders: {
    newest: { by: 'm.started_at', type: 'timestamptz' },
    ending: { by: 'm.period_order', type: 'timestamptz', isAscending: true },
  },
  id: { sql: 'm.id', type: 'uuid' },
  csv: {
    Address: 'email',
    Name: 'name',
    Company: 'company',
    State: { of: ['status'], say: ({ status }) => membershipStatusWords[status] ?? status },
    'Will not renew': {
      of: ['is_ending', 'status'],
      say: ({ is_ending: isEnding, status }) => yesOrNo(isEnding && status !== 'canceled'),
    },
    'Has access': { of: ['has_access'], say: ({ has_access: has }) => yesOrNo(has) },
    'Payments paused': {
      of: ['charges_paused'],
      say: ({ charges_paused: are }) => yesOrNo(are),
    },
    Since: { moment: 'started_at' },
    'Period ends': { moment: 'current_period_end' },
    Price: { of: ['amount', 'currency'], say: ({ amount, currency }) => inUnits(amount, currency) },
    Currency: { of: ['currency'], say: ({ currency }) => currency?.toUpperCase() },
    'Charged every': 'price_interval',
  },
};
