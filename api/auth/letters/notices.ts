import type { Session } from '#database/database.ts';
import { describeAgent } from '../../client.ts';
import { queue } from '../../queue.ts';
import type { Account } from '../accounts.ts';
import type { Exchange } from '../context.ts';
import type { Notice, NoticeKind } from '../tasks.ts';

type Owner = Pick<Account, 'email'> & Partial<Pick<Account, 'email_proved_at'>>;

/** Queues a notice in the transaction that causes it. People without email get none. */
export async function notify(
  exchange: Pick<Exchange, 'client' | 'siteUrl'>,
  session: Session,
  account: Owner,
  kind: NoticeKind,
  subject = '',
) {
  const notice = describeNotice(exchange, account, kind, subject);
  if (notice) await queue.add(session, 'auth-notice', notice);
}

export function describeNotice(
  { client, siteUrl }: Pick<Exchange, 'client' | 'siteUrl'>,
  { email, email_proved_at }: Owner,
  kind: NoticeKind,
  subject = '',
): Notice | null {
  if (!email) return null;
  return {
    kind,
    to: email,
    wasProved: Boolean(email_proved_at),
    siteUrl,
    subject,
    device: describeAgent(client.agent),
    place: client.network,
    at: new Date().toISOString(),
  };
}
