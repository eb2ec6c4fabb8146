import type { Session } from '#database/database.ts';
import type { Client } from '../../client.ts';
import type { Auth, Exchange } from '../context.ts';

export type MessageKind =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'reauthentication'
  | 'email_change_current'
  | 'email_change_new'
  | 'phone_change';

/**
 * A message that somebody asked for. It holds no secret: link and code are made when the letter is
 * written, so that neither lies readable in the queue. Nor is it known yet whether the address
 * belongs to anybody, so that asking takes the same time either way.
 */
export type AuthMessage = {
  kind: MessageKind;
  recipient: { userId: string } | { address: string };
  siteUrl: string;
  redirectTo: string;
  client: Client;
  flowId?: string | undefined;
  /** Makes an account with this metadata when nobody has the address. */
  createWith?: Record<string, unknown> | undefined;
};

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
