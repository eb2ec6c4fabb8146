import type { Session } from '#database/database.ts';
import { queue } from '../../queue.ts';
import type { Exchange } from '../context.ts';
import type { LetterKind, LetterOrder } from '../tasks.ts';

export async function askForLetter(
  { siteUrl, client }: Pick<Exchange, 'siteUrl' | 'client'>,
  session: Session,
  kind: LetterKind,
  recipient: LetterOrder['recipient'],
  { redirectTo = siteUrl, ...rest }: Partial<LetterOrder> = {},
) {
  const name = 'userId' in recipient ? recipient.userId : recipient.address;
  await queue.add(
    session,
    'auth-letter',
    { kind, recipient, siteUrl, redirectTo, client, ...rest },
    { key: `${kind}:${name}` },
  );
}
