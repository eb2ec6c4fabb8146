import { CompanyMark } from '#app/site-parts/company-mark.tsx';
import {
  type CompanyCaseKind,
  type CompanyCaseRow,
  companyCaseWords,
  decisionWords,
} from '#domain/companies/company.ts';
import * as links from '#domain/site/links.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { ActDialog, AfterRefusal, type Done } from '../act-dialog.tsx';
import { DoneLine, useDone } from '../done-line.tsx';
import type { ListFilter } from '../filter-form.tsx';
import * as pages from '../links.ts';
import { Moment } from '../moment.tsx';
import { StaffList } from '../staff-list.tsx';
import type { ListColumn } from '../staff-table.tsx';

const filters: readonly ListFilter[] = [
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    options: [
      { value: 'open', label: 'Open' },
      { value: 'decided', label: 'Decided' },
    ],
  },
  {
    name: 'kind',
    label: 'About',
    kind: 'choice',
    options: Object.entries(companyCaseWords).map(([value, label]) => ({ value, label })),
  },
];

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

type Words = {
  label: string;
  title: string;
  text: string;
  done: string;
  /** Who reads the reason, if it differs from most acts. */
  hint?: string;
  isDestructive?: boolean;
};

/** What each decision does, shown before it is made. */
const decisions: Record<CompanyCaseKind, { approve: Words; refuse: Words }> = {
  check: {
    approve: {
      label: 'Confirm the company',
      title: 'Confirm the company?',
      text: 'Its postings say that it was checked. Note below what you went by: who confirmed it, and where you found that number or address yourself.',
      done: 'The company is confirmed.',
    },
    refuse: {
      label: 'Refuse',
      title: 'Refuse the check?',
      text: 'Nothing changes for its postings. The company may ask again.',
      done: 'The check is refused.',
    },
  },
  domain: {
    approve: {
      label: 'Give it the domain',
      title: 'Give it the domain?',
      text: 'The other company loses its proof at once, and this one has it from you.',
      done: 'It has the domain.',
      isDestructive: true,
    },
    refuse: {
      label: 'Leave it',
      title: 'Leave the domain where it is?',
      text: 'The other company keeps its proof. This one stays “not verified yet”.',
      done: 'The domain stays where it is.',
    },
  },
  name: {
    approve: {
      label: 'Both may use it',
      title: 'May both use the name?',
      text: 'Nothing changes. Companies of one name are no mistake by themselves.',
      done: 'Both may use the name.',
      hint: 'For the log. The company is not told',
    },
    refuse: {
      label: 'Close the company',
      title: 'Close the company?',
      text: 'Its page goes, and its open postings are hidden one by one, with your reason in an email to whoever posted them and a link to appeal. It posts nothing more. You can open it again here.',
      done: 'The company is closed.',
      isDestructive: true,
    },
  },
  rename: {
    approve: {
      label: 'Allow the name',
      title: 'Allow the name?',
      text: 'It counts from the next day (UTC).',
      done: 'The name is allowed.',
    },
    refuse: {
      label: 'Refuse',
      title: 'Refuse the name?',
      text: 'The company keeps the name that it has.',
      done: 'The name is refused.',
    },
  },
};

const isTakeBack = ({ kind, decision }: CompanyCaseRow) =>
  kind === 'check' && decision === 'approved';

const isReopening = ({ kind, decision }: CompanyCaseRow) =>
  kind === 'name' && decision === 'refused';

const taken: Words = {
  label: 'Take it back',
  title: 'Take the check back?',
  text: 'Its postings say “not verified yet” again, unless it proved a domain.',
  done: 'The check is taken back.',
  isDestructive: true,
};
const reopened: Words = {
  label: 'Open it again',
  title: 'Open the company again?',
  text: 'Its page comes back, and so do the postings that were hidden with it, until they end; whoever posted them gets an email. A posting with an appeal waits for whoever decides that.',
  done: 'The company is open again.',
  hint: 'For the log. Its admins read in an email that it is open again, not why',
};

/** The decisions possible now: a case is decided once, unless the decision can be undone. */
function choicesOf(row: CompanyCaseRow): Words[] {
  if (isTakeBack(row)) return [taken];
  if (isReopening(row)) return [reopened];
  const { approve, refuse } = decisions[row.kind];
  return row.decision ? [] : [approve, refuse];
}

function Acts({ row, onDone }: { row: CompanyCaseRow; onDone: Done }) {
  const choices = choicesOf(row);
  if (choices.length === 0) return row.decision && decisionWords[row.decision];
  const approves = (words: Words) => words === decisions[row.kind].approve || words === reopened;
  return (
    <div className="actions">
      {choices.map((words) => (
        <ActDialog
          key={words.label}
          act="decide-company"
          label={words.label}
          title={words.title}
          confirmLabel={words.label}
          isDestructive={words.isDestructive}
          about={`${row.id} ${words.label}`}
          body={{ id: row.id, approves: approves(words), seen: row.decision }}
          reasonHint={
            words.hint ??
            (approves(words)
              ? 'For the log. The company reads that you approved it, not why'
              : 'Its admins read it in an email, and under My company')
          }
          onDone={() => onDone(words.done)}
        >
          <p>{words.text}</p>
        </ActDialog>
      ))}
    </div>
  );
}

/** Claims by companies that only a person can decide. */
export function CompanyCasesScreen({ role }: { role: StaffRole }) {
  const { said, version, say } = useDone();
  const columns: readonly ListColumn<CompanyCaseRow>[] = [
    {
      header: 'Company',
      cell: (row) => (
        <div className="grid gap-2 leading-7">
          <a className="link" href={links.company(row.slug)}>
            <bdi>{row.name}</bdi>
          </a>
          <CompanyMark {...row} />
          <a className="link" href={pages.jobsOfCompany(row.company_key)}>
            Jobs ({row.live_jobs} open)
          </a>
          {row.admins?.map((person, place) => (
            <a key={person} className="link" href={pages.person(person)}>
              Admin{place > 0 && ` ${place + 1}`}
            </a>
          ))}
        </div>
      ),
    },
    {
      header: 'Claim',
      cell: (row) => (
        <>
          {companyCaseWords[row.kind]}: <bdi>{row.claim}</bdi>
          {row.holder && row.holder_slug && (
            <>
              <br />
              Held by{' '}
              <a className="link" href={links.company(row.holder_slug)}>
                <bdi>{row.holder}</bdi>
              </a>{' '}
              <CompanyMark
                proven_domain={row.holder_domain}
                is_checked={row.holder_checked ?? false}
              />
            </>
          )}
          {row.web_address && (
            <>
              <br />
              <bdi>{row.web_address}</bdi>
            </>
          )}
          {row.evidence && (
            <>
              <br />
              <q className="whitespace-pre-line">{row.evidence}</q>
            </>
          )}
          {row.answer && (
            <>
              <br />
              Decided by {row.decided_by ?? 'somebody who left'}: {row.answer}
            </>
          )}
        </>
      ),
    },
    { header: 'Since', cell: ({ opened_at: at }) => <Moment at={at} /> },
    {
      header: 'Decision',
      cell: (row) => <Acts row={row} onDone={say} />,
    },
  ];
  return (
    <>
      <h1>Company claims</h1>
      <p className="lede">
        Two companies with one domain or a proven name, companies that ask to be checked, and names
        beyond two a year. You see none about a company of your own.
      </p>
      <DoneLine said={said} />
      <AfterRefusal value={() => say('')}>
        <StaffList<CompanyCaseRow>
          name="company-cases"
          caption="What companies claim"
          columns={columns}
          filters={filters}
          orders={orders}
          keyOf={({ id }) => id}
          version={version}
          canExport={role === 'owner'}
          empty="No company claims anything"
        />
      </AfterRefusal>
    </>
  );
}
