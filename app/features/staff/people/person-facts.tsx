import { asTeamRole, teamRoleWords } from '#domain/companies/team.ts';
import * as links from '#domain/site/links.ts';
import { mailKindOf } from '#domain/staff/mails.ts';
import { membershipStatusWords } from '#domain/staff/memberships.ts';
import { mostListed, type PersonPage } from '#domain/staff/people.ts';
import { roleWords, type StaffRole } from '#domain/staff/staff.ts';
import { counted } from '#domain/text/grouped.ts';
import { Facts, OnlyNewest, Part } from '../facts.tsx';
import * as pages from '../links.ts';
import { Moment } from '../moment.tsx';
import { PersonCredentials } from './person-credentials.tsx';

const factorWords: Record<string, string> = {
  totp: 'Authenticator app',
  phone: 'Phone',
  webauthn: 'Security key',
  recovery_code: 'Recovery codes',
  passkey: 'Passkey',
};

export function PersonFacts({ page }: { page: PersonPage }) {
  const { account, membership, profile, conversations } = page;
  return (
    <>
      <Part title="Account">
        <Facts
          facts={{
            Address: account.email && <bdi>{account.email}</bdi>,
            Mailbox: account.proved_at ? <Moment at={account.proved_at} /> : 'Not confirmed',
            Phone: account.phone,
            Company: account.company && <bdi>{account.company}</bdi>,
            Since: <Moment at={account.created_at} hasTime />,
            'Last sign-in': <Moment at={account.last_sign_in_at} hasTime />,
            'Signs in by': account.ways.join(', ') || null,
            Role: account.role && roleWords[account.role as StaffRole],
            Newsletter: account.newsletter ? 'Subscribed' : 'No',
          }}
        />
      </Part>
      <Part title="Second steps">
        <Lines
          empty="None"
          lines={page.factors.map(({ kind, name, created_at }) => (
            <>
              {factorWords[kind] ?? kind} {name && <bdi>“{name}”</bdi>}, since{' '}
              <Moment at={created_at} />
            </>
          ))}
        />
      </Part>
      <Part title="Sessions">
        <Lines
          empty="Signed in nowhere"
          lines={page.sessions.map(({ device, place, last_seen_at, is_full }) => (
            <>
              {device}
              {place && `, ${place}`}, last seen <Moment at={last_seen_at} hasTime />
              {is_full && ', with a second step'}
            </>
          ))}
        />
        <OnlyNewest list={page.sessions} most={mostListed.sessions} />
      </Part>
      <Part title="Works for">
        <Lines
          empty="No company"
          lines={page.companies.map(({ name, role, is_closed: isClosed, people, jobs }) => (
            <>
              <bdi>{name}</bdi>, as {teamRoleWords[asTeamRole(role)].toLowerCase()}:{' '}
              {counted(people, 'person', 'people')}, {counted(jobs, 'job', 'jobs')}
              {isClosed && ', closed by staff'}
            </>
          ))}
        />
      </Part>
      <Part title="Jobs">
        <p>
          {Object.entries(page.jobs)
            .map(([status, count]) => `${count} ${status}`)
            .join(', ') || 'None'}
        </p>
        <Lines
          lines={page.newest_jobs.map(({ id, title, company, published_at, status }) => (
            <>
              <a className="link" href={links.job(id)}>
                <bdi>{title}</bdi>
              </a>
              , <bdi>{company}</bdi>: {status}, <Moment at={published_at} />
            </>
          ))}
        />
        <p>
          <a className="link" href={pages.jobsOf(account.id)}>
            All of their jobs
          </a>
        </p>
      </Part>
      <Part title="Profile">
        {profile ? (
          <Facts
            facts={{
              Headline: profile.headline && <bdi>{profile.headline}</bdi>,
              'Seen by members': profile.is_public ? 'Yes' : 'No',
              Changed: <Moment at={profile.updated_at} />,
            }}
          />
        ) : (
          <p>None</p>
        )}
      </Part>
      <PersonCredentials page={page} />
      <Part title="Membership">
        {membership ? (
          <>
            <Facts
              facts={{
                State: membershipStatusWords[membership.status] ?? membership.status,
                Access: membership.has_access ? 'Yes' : 'No',
                [endOf(membership)]: <Moment at={membership.ends_at} />,
              }}
            />
            <p>
              <a className="link" href={pages.membership(account.id)}>
                What Stripe says
              </a>
            </p>
          </>
        ) : (
          <p>None of their own</p>
        )}
        {page.seat_of && (
          <p>
            Has a seat of the membership of <bdi>{page.seat_of}</bdi>, which gives access.
          </p>
        )}
      </Part>
      <Part title="Conversations">
        <Facts
          facts={{
            Began: conversations.begun,
            'Were begun with them': conversations.received,
            'Messages written': conversations.written,
            'Blocked by': conversations.blocked_by,
          }}
        />
        <p className="staff-quiet">What was written is seen in reports only.</p>
      </Part>
      <Part title="Emails">
        <Lines
          empty="None"
          lines={page.mails.map(({ kind, at, state }) => (
            <>
              {mailKindOf(kind)}, <Moment at={at} hasTime />
              {state === 'bounced' && ', bounced'}
            </>
          ))}
        />
        <p>
          <a className="link" href={pages.mailsOf(account.id)}>
            All emails to them in the last thirty days
          </a>
        </p>
      </Part>
    </>
  );
}

/** An unpaid period, or one without charges, does not show until when somebody has paid. */
function endOf({ status, is_ending }: { status: string; is_ending: boolean }) {
  if (is_ending) return 'Ends';
  return status === 'past_due' || status === 'unpaid' ? 'Unpaid period ends' : 'Period ends';
}

function Lines({ lines, empty }: { lines: React.ReactNode[]; empty?: string }) {
  if (lines.length === 0) return empty ? <p>{empty}</p> : null;
  return (
    <ul className="staff-lines">
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are always reloaded together.
        <li key={place}>{line}</li>
      ))}
    </ul>
  );
}
