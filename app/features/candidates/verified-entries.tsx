import { showCredentialNumber } from '#domain/credentials/credential-number.ts';
import * as links from '#domain/site/links.ts';
import type { VerifiedCredential } from './candidate-row.ts';

/** What our register says, each with its number if the holder shows it. */
export default function VerifiedEntries({ verified }: { verified: VerifiedCredential[] }) {
  return (
    <ul className="candidate-entries">
      {verified.map(({ type, title, kind, year, number, is_sample: isSample }) => (
        <li key={type}>
          {kind === 'tier' ? `${type} ${title}` : title}, {year}
          {isSample && ' (sample)'}
          {number && (
            <>
              {'\u00a0· '}
              <a className="link" href={links.verifyNumber(showCredentialNumber(number))}>
                {showCredentialNumber(number)}
              </a>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
