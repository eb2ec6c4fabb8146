import type { Session } from '#database/database.ts';
import type { Auth, Exchange } from '../context.ts';
import type { AuthMessage, MessageKind } from './queued-letters.ts';

export async function askForMessage(
  auth: Auth,
  { siteUrl, client }: Pick<Exchange, 'siteUrl' | 'client'>,
  session: Session,
  kind: MessageKind,
  recipient: AuthMessage['recipient'],
  { redirectTo = siteUrl, ...rest }: Partial<AuthMessage> = {},
) {
  const name = 'userId' in recipient ? recipient.userId : recipient.address;
  await auth.queue.add(
    session,
    'auth-message',
    { kind, recipient, siteUrl, redirectTo, client, ...rest },
    { key: `${kind}:${name}` },
  );
}
