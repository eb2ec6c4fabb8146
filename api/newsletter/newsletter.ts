import type { Database, Session } from '#database/database.ts';
import * as links from '#domain/site/links.ts';
import type { MailOf } from '#mail/mail.ts';
import { randomToken, sha256 } from '../secrets.ts';
import type { Work } from '../subject.ts';
import type { NewsletterTasks } from './tasks.ts';

type Order = NewsletterTasks['newsletter-mail'];
type Purpose = 'confirm' | 'unsubscribe';

type Written = { mail: MailOf<Order['kind']>; headers: Record<string, string> };

export async function sendNewsletterMail({ database, siteUrl, sendMail }: Work, order: Order) {
  const written = await writeNewsletterMail(database, order, siteUrl);
  if (written) await sendMail(written.mail, { headers: written.headers });
}

/** Creates the links at the time of sending; undefined if the person has unsubscribed or confirmed since. */
export async function writeNewsletterMail(
  database: Database,
  { kind, subscriberId }: Order,
  siteUrl: string,
): Promise<Written | undefined> {
  return database.asService.transaction(async (session) => {
    const { rows } = await session.query<{ email: string }>({
      text: `select email from public.newsletter_subscribers
        where id = $1 and (confirmed_at is null) = $2 for update`,
      values: [subscriberId, kind === 'newsletter-confirm'],
    });
    const [subscriber] = rows;
    if (!subscriber) return undefined;
    const linkTo = (purpose: Purpose) => makeLink(session, siteUrl, subscriberId, purpose);
    const unsubscribeLink = await linkTo('unsubscribe');
    return {
      mail: {
        kind,
        to: subscriber.email,
        link:
          kind === 'newsletter-confirm' ? await linkTo('confirm') : `${siteUrl}${links.resources}`,
        unsubscribeLink,
      },
      headers: headersToLeave(unsubscribeLink),
    };
  });
}

/** RFC 8058: the email program unsubscribes with a single request. */
export function headersToLeave(unsubscribeLink: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${unsubscribeLink}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

export async function cleanNewsletter(database: Database) {
  await database.asService.query({ text: 'select public.clean_newsletter()' });
}

/** Only the email contains the token: the database stores its hash. */
async function makeLink(
  session: Session,
  siteUrl: string,
  subscriberId: string,
  purpose: Purpose,
): Promise<string> {
  const token = randomToken();
  await session.query({
    text: `insert into public.newsletter_tokens (token_hash, subscriber_id, kind)
      values ($1, $2, $3)`,
    values: [sha256(token), subscriberId, purpose],
  });
  return linkOf(siteUrl, purpose, token);
}

export function linkOf(siteUrl: string, purpose: Purpose, token: string): string {
  return `${siteUrl}${links.withToken(links.newsletter(purpose), token)}`;
}
