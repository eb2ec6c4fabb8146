import { account, signIn, withToken } from '#domain/site/links.ts';
import { roleWords, type StaffRole, staffAcceptance } from '#domain/staff/staff.ts';
import { randomToken, sha256 } from '../secrets.ts';
import type { Work } from '../subject.ts';
import type { StaffTasks } from './tasks.ts';

/** The link goes through sign-in, because only the account with this address can accept. */
export async function sendInvitation(
  { database, siteUrl, sendMail }: Work,
  { id }: { id: string },
) {
  const token = randomToken();
  const { rows } = await database.asService.query<{ email: string; role: StaffRole }>({
    text: 'select email, role from staff.give_link($1, $2)',
    values: [id, sha256(token)],
  });
  const [asked] = rows;
  // Withdrawn or expired in the meantime.
  if (!asked) return;
  const next = encodeURIComponent(withToken(staffAcceptance, token));
  await sendMail({
    kind: 'staff-invitation',
    to: asked.email,
    role: roleWords[asked.role],
    link: `${siteUrl}${signIn}?next=${next}`,
  });
}

/** To whoever an owner took a role from, or gave a lower one. */
export async function sendRoleMail(
  { database, siteUrl, sendMail }: Work,
  { userId, before }: StaffTasks['staff-role-mail'],
) {
  const { rows } = await database.asService.query<{ email: string; role: StaffRole | null }>({
    text: 'select email, role from staff.write_role_mail($1, $2)',
    values: [userId, before],
  });
  const [now] = rows;
  if (!now) return;
  await sendMail({
    kind: 'staff-role-lost',
    to: now.email,
    role: now.role ? roleWords[now.role] : undefined,
    link: siteUrl + account,
  });
}

export async function cleanLog({ database, note }: Work) {
  const { rows } = await database.asService.query<{ entries: number }>({
    text: 'select staff.clean_log_details()::float8 as entries',
  });
  await database.asService.query({ text: 'select staff.clean_exports()' });
  await database.asService.query({ text: 'select staff.clean_invitations()' });
  await database.asService.query({ text: 'select staff.clean_mails()' });
  await database.asService.query({ text: 'select staff.clean_alarms()' });
  if (rows[0]?.entries) note({ staffLogDetailsEnded: rows[0].entries });
}
