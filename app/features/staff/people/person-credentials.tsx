import { showCredentialNumber } from '#domain/credentials/credential-number.ts';
import { credentialTitle, lastDayWords } from '#domain/credentials/credentials.ts';
import { mostListed, type PersonPage } from '#domain/staff/people.ts';
import { dayWords } from '#domain/text/day-words.ts';
import { StateBadge } from '../credentials/state-badge.tsx';
import { OnlyNewest, Part } from '../facts.tsx';
import * as pages from '../links.ts';

/** What the register holds for a person, and what awaits their address. */
export function PersonCredentials({ page: { account, credentials } }: { page: PersonPage }) {
  return (
    <Part title="Credentials">
      {credentials.length === 0 && <p>None</p>}
      <ul className="staff-lines">
        {credentials.map(({ number, name, state, holding, expires_on: until, ...award }) => (
          <li key={number}>
            <a className="link" href={pages.credential(number)}>
              {credentialTitle(award)}
            </a>{' '}
            <StateBadge state={state} />
            <span className="staff-quiet">
              {showCredentialNumber(number)}, <bdi>{name}</bdi>, awarded on{' '}
              {dayWords(award.awarded_on, 'medium')}
              {until &&
                `, ${lastDayWords(state, until).toLowerCase()} ${dayWords(until, 'medium')}`}
              {holding === 'asked' && '. Waits to be claimed'}
            </span>
          </li>
        ))}
      </ul>
      <OnlyNewest list={credentials} most={mostListed.credentials} />
      <p>
        <a className="link" href={pages.credentialsOf(account.id)}>
          What they hold, in the register
        </a>
      </p>
    </Part>
  );
}
