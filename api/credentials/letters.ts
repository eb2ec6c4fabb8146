import type { CredentialChange, CredentialState } from '#domain/credentials/credentials.ts';
import { claimCredentials, credentials, withToken } from '#domain/site/links.ts';
import { randomToken, sha256 } from '../secrets.ts';
import type { Work } from '../subject.ts';

type Awarded = { name: string; type: string; title: string };

export async function tellAwarded({ database, finish }: Work, { numbers }: { numbers: string[] }) {
  await database.asService.transaction(async (session) => {
    await session.query({ text: 'select register.tell_awarded($1)', values: [numbers] });
    await finish(session);
  });
}

/** Tells somebody whose address has an account: the credential is already theirs. */
export async function sendAwarded(
  { database, siteUrl, sendMail }: Work,
  { userId }: { userId: string },
) {
  const { rows } = await database.asService.query<{
    told: { email: string; numbers: string[]; awards: Awarded[] } | null;
  }>({ text: 'select register.untold($1) as told', values: [userId] });
  const told = rows[0]?.told;
  if (!told) return;
  const { email: to, awards, numbers } = told;
  await sendMail({ kind: 'credential-awarded', to, awards, action: `${siteUrl}${credentials}` });
  await database.asService.query({ text: 'select register.note_told($1)', values: [numbers] });
}

/**
 * The link reveals no more than the mail: nobody can claim what it shows without an account that has proved the
 * mailbox.
 */
export async function sendClaim(
  { database, siteUrl, sendMail }: Work,
  { email }: { email: string },
) {
  const token = randomToken();
  const { rows } = await database.asService.query<{ awards: Awarded[] | null }>({
    text: 'select register.give_claim_link($1, $2) as awards',
    values: [email, sha256(token)],
  });
  const awards = rows[0]?.awards;
  // Claimed, refused or erased in the meantime.
  if (!awards) return;
  const action = `${siteUrl}${withToken(claimCredentials, token)}`;
  await sendMail({ kind: 'credential-claim', to: email, awards, action });
}

type ForMail = Awarded & {
  email: string;
  state: CredentialState;
  reason: string;
  expires_on: string | null;
  is_claimed: boolean;
  renews_by_education: boolean;
  /** What the same holder has instead. */
  successor: Awarded | null;
};

async function readForMail({ database }: Work, number: string): Promise<ForMail | undefined> {
  const { rows } = await database.asService.query<{ award: ForMail | null }>({
    text: 'select register.read_for_mail($1) as award',
    values: [number],
  });
  return rows[0]?.award ?? undefined;
}

/** The states in which the change still holds. */
const holdsIn: Record<CredentialChange, readonly CredentialState[]> = {
  corrected: ['active', 'expired', 'suspended'],
  renewed: ['active', 'expired', 'suspended'],
  suspended: ['suspended'],
  // Not if its last day has passed in the meantime: it is not valid again.
  lifted: ['active'],
  revoked: ['revoked'],
  replaced: ['revoked'],
};

/**
 * Tells what staff changed, if it is still true at the time of sending: undone changes are not mentioned, and later
 * ones have their own email.
 */
export async function sendChanged(
  work: Work,
  { number, what }: { number: string; what: CredentialChange },
) {
  const award = await readForMail(work, number);
  if (!award || !holdsIn[what].includes(award.state)) return;
  const { email: to, name, type, title, reason, expires_on: expiresOn } = award;
  await work.sendMail({
    kind: 'credential-changed',
    to,
    what,
    award: { name, type, title },
    reason,
    ...(expiresOn && { expiresOn }),
    ...(award.successor && { successor: award.successor }),
    ...(award.is_claimed && { action: `${work.siteUrl}${credentials}` }),
  });
}

/** Unless it was renewed, revoked or suspended after it was found. */
export async function sendEnding(
  work: Work,
  { number, expiresOn }: { number: string; expiresOn: string },
) {
  const award = await readForMail(work, number);
  if (award?.state !== 'active' || award.expires_on !== expiresOn) return;
  const { email: to, name, type, title, renews_by_education: isByEducation } = award;
  await work.sendMail({
    kind: 'credential-ending',
    to,
    award: { name, type, title },
    expiresOn,
    isByEducation,
    action: `${work.siteUrl}${credentials}`,
  });
}

export async function endSeals({ database }: Work) {
  await database.asService.query({ text: 'select register.end_seals()' });
  await database.asService.query({ text: 'select register.end_claims()' });
}

export async function addReminders({ database, note }: Work) {
  const { rows } = await database.asService.query<{ added: number }>({
    text: 'select register.add_reminders() as added',
  });
  if (rows[0]?.added) note({ credentialReminders: rows[0].added });
}
