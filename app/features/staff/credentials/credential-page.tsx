import { EmptyState } from '#app/ui/empty-state.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import { showCredentialNumber } from '#domain/credentials/credential-number.ts';
import { credentialTitle, lastDayWords } from '#domain/credentials/credentials.ts';
import type { AwardPage } from '#domain/staff/credentials.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { dayWords } from '#domain/text/day-words.ts';
import { AfterRefusal } from '../act-dialog.tsx';
import { useStaffRead } from '../calls.tsx';
import { DoneLine, useDone } from '../done-line.tsx';
import { Facts, Part } from '../facts.tsx';
import * as pages from '../links.ts';
import { Moment } from '../moment.tsx';
import { NotOnNotice } from '../not-on.tsx';
import { CredentialActs } from './credential-acts.tsx';
import { BackToCredentials, Loaded } from './loaded.tsx';
import { StateBadge } from './state-badge.tsx';

type CredentialPageProps = { number: string; role: StaffRole };

/** Everything about one award on one page. Looking at it is logged. */
export function CredentialPage({ number, role }: CredentialPageProps) {
  const read = useStaffRead();
  const { said, version, say } = useDone();
  const loading = useLoading(() => read<AwardPage>('look-credential', { number }), {
    key: number,
    version,
  });
  const isGone = loading.state.failure?.code === 'credential_gone';
  return (
    <>
      <BackToCredentials />
      {(!loading.state.data || isGone) && <h1>Credential</h1>}
      {isGone && (
        <>
          <DoneLine said={said} />
          <EmptyState title="There is no such credential">
            The number is wrong, or the credential was erased.
          </EmptyState>
        </>
      )}
      <Loaded loading={loading} isHidden={isGone}>
        {(award) => (
          <div className="staff-person">
            <h1>
              <bdi>{award.name}</bdi>
            </h1>
            <DoneLine said={said} />
            {award.holding === 'not me' && (
              <Notice title="The receiver said “not me”">
                <p>
                  <bdi>{award.email}</bdi> is somebody else’s address, or the name is wrong. Send it
                  to another address, or revoke it.
                </p>
              </Notice>
            )}
            {award.not_on ? (
              <NotOnNotice why={award.not_on} />
            ) : (
              <AfterRefusal value={loading.again}>
                <CredentialActs award={award} role={role} onDone={say} />
              </AfterRefusal>
            )}
            <AwardFacts award={award} />
            <History award={award} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function AwardFacts({ award }: { award: AwardPage }) {
  return (
    <Part title="Credential">
      <Facts
        facts={{
          Credential: `${credentialTitle(award)}, version ${award.version}`,
          Number: <span className="credential-number">{showCredentialNumber(award.number)}</span>,
          State: (
            <>
              <StateBadge state={award.state} />
              {award.state_reason && <span className="staff-quiet">{award.state_reason}</span>}
            </>
          ),
          'Awarded on': dayWords(award.awarded_on, 'medium'),
          [lastDayWords(award.state, award.expires_on)]: award.expires_on
            ? dayWords(award.expires_on, 'medium')
            : 'No end date',
          Holder: award.user_id ? (
            <a className="link" href={pages.person(award.user_id)}>
              <bdi>{award.holder_email ?? 'An account without an address'}</bdi>
            </a>
          ) : award.holding === 'account gone' ? (
            'The account is gone; the credential stays to be checked'
          ) : (
            <bdi>{award.email ? `${award.email}, not claimed yet` : 'No address was given'}</bdi>
          ),
          'Search engines': award.is_listed ? 'May show it: the holder chose so' : 'Do not show it',
          'Credential file': `Number ${award.issue}`,
          Evidence: award.evidence || null,
          'Awarded by': award.awarded_by ?? awarder(award) ?? 'A command on the server',
          ...(award.replaced_by && {
            'Replaced by': (
              <>
                <NumberLink number={award.replaced_by} />
                <span className="staff-quiet">
                  {award.leads_on
                    ? 'Whoever checks it is led there'
                    : 'Somebody else’s: nobody is led there'}
                </span>
              </>
            ),
          }),
          ...(award.replaces && { 'In place of': <NumberLink number={award.replaces} /> }),
          ...(award.is_sample && { Sample: 'Demo content: it says so wherever it is shown' }),
        }}
      />
    </Part>
  );
}

/** Taken from the log if the account of whoever awarded it has been deleted. */
const awarder = ({ history }: AwardPage) => history.find(({ act }) => act === 'award')?.actor;

function NumberLink({ number }: { number: string }) {
  return (
    <a className="link credential-number" href={pages.credential(number)}>
      {showCredentialNumber(number)}
    </a>
  );
}

const actWords: Record<string, string> = {
  award: 'Awarded',
  claim: 'Taken into an account',
  'correct-name': 'Name corrected',
  renew: 'Renewed',
  suspend: 'Suspended',
  lift: 'Suspension lifted',
  revoke: 'Revoked',
  replace: 'Replaced',
  readdress: 'Sent to another address',
  disown: 'The receiver said “not me”',
  list: 'Holder let search engines show it',
  unlist: 'Holder took it from search engines',
  unlink: 'The account went',
};

function History({ award: { history } }: { award: AwardPage }) {
  return (
    <Part title="History">
      <ol className="staff-lines">
        {history.map(({ id, act, at, actor, expires_on: until }) => (
          <li key={id}>
            {actWords[act] ?? act}
            {act === 'renew' && until && ` through ${dayWords(until, 'medium')}`}
            <span className="staff-quiet">
              <Moment at={at} hasTime />
              {actor && `\u00a0· ${actor}`}
            </span>
          </li>
        ))}
      </ol>
    </Part>
  );
}
