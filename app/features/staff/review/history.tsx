import { actWords } from '#domain/staff/acts.ts';
import type { CaseDetail } from '#domain/staff/review.ts';
import { caseKindWords, caseStateWords, showCaseTitle } from '#domain/staff/review.ts';
import { roleWords, type StaffRole, staffRoles } from '#domain/staff/staff.ts';
import { counted } from '#domain/text/grouped.ts';
import { OnlyNewest } from '../facts.tsx';
import * as pages from '../links.ts';
import { dayInWords, momentInWords } from '../moment.tsx';

/** As `staff.describe_history` gives them. */
const mostCases = 20;

/** What is known about the person: the account, their activity, and earlier cases. */
export function History({ found }: { found: CaseDetail }) {
  const { account, cases, ...counts } = found.history;
  return (
    <aside aria-label="The person">
      <h2>The person</h2>
      <dl className="review-facts">
        {account ? (
          <>
            <Fact
              name="Account"
              value={[account.name, account.email].filter(Boolean).join('\u00a0· ')}
            />
            <Fact name="Since" value={dayInWords(account.created_at)} />
            <Fact name="Mailbox" value={account.is_proved ? 'Proved' : 'Not proved'} />
            {account.is_member && <Fact name="Membership" value="Active" />}
            {account.role && <Fact name="Role" value={roleOf(account.role)} />}
            {account.blocked_until && <Fact name="Blocked" value="Yes" />}
          </>
        ) : (
          <Fact
            name="Account"
            value={['gone', found.person_then.name, found.person_then.email]
              .filter(Boolean)
              .join('\u00a0· ')}
          />
        )}
        {account && <Counts {...counts} />}
      </dl>
      <h3>Other cases</h3>
      {cases.length === 0 ? (
        <p className="staff-quiet">None</p>
      ) : (
        <ul className="review-lines">
          {cases.map(({ id, kind, title, state, opened_at }) => (
            <li key={id}>
              <a className="link" href={pages.reviewCase(id)}>
                <bdi>{showCaseTitle(title)}</bdi>
              </a>
              <span className="staff-quiet">
                {caseKindWords[kind]}, {caseStateWords[state].toLowerCase()},{' '}
                {dayInWords(opened_at)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <OnlyNewest list={cases} most={mostCases} />
      <h3>What staff did</h3>
      {found.acts.length === 0 ? (
        <p className="staff-quiet">Nothing yet</p>
      ) : (
        <ul className="review-lines">
          {found.acts.map(({ act, at, actor, reason }) => (
            <li key={`${at} ${act}`}>
              {actWords[act] ?? act}
              {reason && <p dir="auto">{reason}</p>}
              <span className="staff-quiet">
                {[actor, momentInWords(at)].filter(Boolean).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {found.acts.length > 0 && (
        <p>
          <a className="link" href={pages.logOf(found.person_id ?? found.id)}>
            All of it in the log
          </a>
        </p>
      )}
    </aside>
  );
}

type CountsProps = Omit<CaseDetail['history'], 'account' | 'cases'>;

function Counts(counts: CountsProps) {
  return (
    <>
      <Fact name="Jobs" value={`${counts.jobs}, of which hidden ${counts.hidden_jobs}`} />
      <Fact
        name="Messages"
        value={`${counts.messages} in ${counted(counts.conversations, 'conversation', 'conversations')}`}
      />
      <Fact name="Blocked by" value={counted(counts.blocked_by, 'person', 'people')} />
      <Fact name="Reports made" value={String(counts.reports_made)} />
    </>
  );
}

function roleOf(role: string): string {
  const known: StaffRole | undefined = staffRoles.find((each) => each === role);
  return known ? roleWords[known] : role;
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  );
}
