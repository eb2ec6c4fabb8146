import { z } from 'zod';
import {
  type CompanyCaseRow,
  companyCaseKinds,
  companyCaseWords,
  decisionWords,
} from '#domain/companies/company.ts';
import { pageIsOld } from '#domain/staff/staff.ts';
import { ApiError } from '../errors.ts';
import { askedReason, staffAct } from '../staff/as-staff.ts';
import type { StaffList } from '../staff/staff-list.ts';

/** Companies' claims against each other, requests to be checked, and name changes beyond two a year. */
export const companyCases: StaffList<CompanyCaseRow> = {
  name: 'company-cases',
  minimum: 'staff',
  from: 'staff.company_case_list as k',
  columns: {
    id: 'k.id',
    kind: 'k.kind',
    claim: 'k.claim',
    evidence: 'k.evidence',
    opened_at: 'k.opened_at',
    decision: 'k.decision',
    answer: 'k.answer',
    decided_at: 'k.decided_at',
    decided_by: 'k.decided_by',
    company_id: 'k.company_id',
    slug: 'k.slug',
    name: 'k.name',
    company_key: 'k.company_key',
    web_address: 'k.web_address',
    proven_domain: 'k.proven_domain',
    is_checked: 'k.is_checked',
    holder: 'k.holder',
    holder_slug: 'k.holder_slug',
    holder_domain: 'k.holder_domain',
    holder_checked: 'k.holder_checked',
    admins: 'k.admins',
    live_jobs: 'k.live_jobs',
  },
  filters: {
    state: {
      schema: z.enum(['open', 'decided']),
      where: (_, value) => (value === 'open' ? 'k.decided_at is null' : 'k.decided_at is not null'),
    },
    kind: { schema: z.enum(companyCaseKinds), where: (place) => `k.kind = ${place}` },
  },
  orders: {
    newest: { by: 'k.opened_at', type: 'timestamptz' },
    oldest: { by: 'k.opened_at', type: 'timestamptz', isAscending: true },
  },
  id: { sql: 'k.id', type: 'uuid' },
  csv: {
    Company: 'name',
    About: { of: ['kind'], say: ({ kind }) => companyCaseWords[kind] },
    Claim: 'claim',
    'Held by': 'holder',
    Since: { moment: 'opened_at' },
    Decision: { of: ['decision'], say: ({ decision }) => decision && decisionWords[decision] },
    Decided: { moment: 'decided_at' },
    'Decided by': 'decided_by',
  },
};

type Decided = {
  company: string;
  kind: string;
  claim: string;
  name: string;
  hidden: number;
  shown: number;
  before: string | null;
};

export const decideCompany = staffAct('decide-company', {
  input: askedReason.extend({
    id: z.uuid(),
    approves: z.boolean(),
    /** The decision that the screen showed, so that an outdated screen cannot undo what somebody decided since. */
    seen: z.enum(['approved', 'refused'], pageIsOld).nullable(),
  }),
  async run({ session, input }) {
    const { rows: known } = await session.query<{ decided_by: string | null }>({
      text: 'select decided_by from staff.company_case_list where id = $1',
      values: [input.id],
    });
    const { rows } = await session.query<{ it: Decided }>({
      text: 'select staff.decide_company($1, $2, $3) as it',
      values: [input.id, input.approves, input.reason],
    });
    const { company, before, ...it } = rows[0]?.it ?? ({} as Decided);
    if (before !== input.seen) {
      const who = known[0]?.decided_by ?? 'Somebody';
      throw new ApiError('changed_meanwhile', `${who} has already decided this.`);
    }
    return {
      answer: { hidden: it.hidden, shown: it.shown },
      entry: {
        subject: { kind: 'company', id: company },
        before: { decision: before },
        after: { ...it, decision: input.approves ? 'approved' : 'refused' },
      },
    };
  },
});
