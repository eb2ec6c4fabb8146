import { ButtonLink } from '#app/ui/button.tsx';
import { showCredentialNumber } from '#domain/credentials/credential-number.ts';
import { credentialStateWords, credentialTitle } from '#domain/credentials/credentials.ts';
import { type AwardRow, holdingWords } from '#domain/staff/credentials.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { dayWords } from '#domain/text/day-words.ts';
import { MailLine } from '../facts.tsx';
import type { ListFilter } from '../filter-form.tsx';
import { useAddress } from '../router.ts';
import { StaffList } from '../staff-list.tsx';
import type { ListColumn } from '../staff-table.tsx';
import { AwardOne } from './award-one.tsx';
import { CredentialPage } from './credential-page.tsx';
import { CredentialTypes } from './credential-types.tsx';
import { ImportFile } from './import-file.tsx';
import { ReplaceAward } from './replace-award.tsx';
import { StateBadge } from './state-badge.tsx';

const path = '/staff/credentials';

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const filters: readonly ListFilter[] = [
  { name: 'search', label: 'Number, name or address', kind: 'text' },
  { name: 'state', label: 'State', kind: 'choice', options: optionsOf(credentialStateWords) },
  { name: 'holding', label: 'Held', kind: 'choice', options: optionsOf(holdingWords) },
  { name: 'holder', label: 'Number of the holder’s account', kind: 'text', isFromLink: true },
];

const columns: readonly ListColumn<AwardRow>[] = [
  {
    header: 'Holder',
    cell: ({ number, name, email, holder_email: ofAccount }) => (
      <>
        <a className="link" href={`${path}/${number}`}>
          <bdi>{name}</bdi>
        </a>
        <MailLine address={ofAccount ?? email} />
      </>
    ),
  },
  {
    header: 'Credential',
    cell: (award) => (
      <>
        {credentialTitle(award)}
        <span className="staff-quiet credential-number">{showCredentialNumber(award.number)}</span>
      </>
    ),
  },
  {
    header: 'State',
    cell: ({ state, is_sample: isSample }) => (
      <>
        <StateBadge state={state} />
        {isSample && <span className="staff-quiet">Sample</span>}
      </>
    ),
  },
  { header: 'Held', cell: ({ holding }) => holdingWords[holding] },
  {
    header: 'Awarded',
    cell: ({ awarded_on: from, expires_on: until }) => (
      <>
        {dayWords(from, 'medium')}
        {until && <span className="staff-quiet">until {dayWords(until, 'medium')}</span>}
      </>
    ),
  },
];

/** The awards, and below them the ways to award, the types, and the page of each award. */
export function CredentialsScreen({ role }: { role: StaffRole }) {
  const { pathname } = useAddress();
  const place = pathname.slice(path.length + 1);
  if (place === 'award') return <AwardOne />;
  if (place === 'import') return <ImportFile />;
  if (place === 'types') return <CredentialTypes role={role} />;
  const [number = '', act] = place.toUpperCase().split('/');
  if (act === 'REPLACE') return <ReplaceAward key={number} number={number} />;
  if (place) return <CredentialPage key={place} number={number} role={role} />;
  return (
    <>
      <h1>Credentials</h1>
      <div className="staff-acts">
        <ButtonLink href={`${path}/award`}>Award one</ButtonLink>
        <ButtonLink variant="secondary" href={`${path}/import`}>
          Award from a file
        </ButtonLink>
        <ButtonLink variant="secondary" href={`${path}/types`}>
          What can be awarded
        </ButtonLink>
      </div>
      <StaffList<AwardRow>
        name="credentials"
        caption="Credentials"
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        canExport={role === 'owner'}
        empty="Nothing has been awarded yet"
      />
    </>
  );
}
