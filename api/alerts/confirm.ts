import * as links from '#domain/site/links.ts';
import { randomToken, sha256 } from '../secrets.ts';
import type { Work } from '../subject.ts';
import type { AlertTasks } from './tasks.ts';

/** This goes to an unproved address, so it contains nothing that somebody typed. */
export async function confirmAlerts(
  { database, siteUrl, sendMail }: Work,
  { email }: AlertTasks['alert-confirm-mail'],
) {
  const token = randomToken();
  const { rows } = await database.asService.query({
    text: `insert into private.alert_tokens (token_hash, email)
      select $1, $2 where exists (
        select from public.alerts where email = $2 and confirmed_at is null)
      returning email`,
    values: [sha256(token), email],
  });
  if (rows.length === 0) return;
  const link = `${siteUrl}${links.withToken(links.confirmAlerts, token)}`;
  await sendMail({ kind: 'alert-confirm', to: email, link });
}
