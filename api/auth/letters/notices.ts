import type { Session } from '#database/database.ts';
import { describeAgent } from '../../client.ts';
import type { Account } from '../accounts.ts';
import type { Auth, Exchange } from '../context.ts';
import type { Notice, NoticeKind } from './queued-letters.ts';

/** Sends a notice in the transaction of what it tells about. People without e-mail get none. */
export async function notify(
  auth: Auth,
  exchange: Pick<Exchange, 'client' | 'siteUrl'>,
  session: Session,
  account: Pick<Account, 'email'>,
  kind: NoticeKind,
  subject = '',
) {
  const notice = describeNotice(exchange, account, kind, subject);
  if (notice) await auth.queue.add(session, 'auth-notice', notice);
}

export function describeNotice(
  { client, siteUrl }: Pick<Exchange, 'client' | 'siteUrl'>,
  { email }: Pick<Account, 'email'>,
  kind: NoticeKind,
  subject = '',
): Notice | null {
  if (!email) return null;
  return {
    kind,
    to: email,
    siteUrl,
    subject,
    device: describeAgent(client.agent),
    place: client.network,
    at: new Date().toISOString(),
  };
}
