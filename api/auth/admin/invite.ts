import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { describeAccount, findAccount } from '../accounts.ts';
import { note } from '../audit.ts';
import { metadataField, neededEmailField, readBody } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { createAccount } from '../create-account.ts';
import { askForLetter } from '../letters/ask-for-letter.ts';
import { allowedRedirect, landingFor } from '../redirects.ts';
import { json } from '../respond.ts';
import { requireAdmin } from '../sessions/require-session.ts';

const bodySchema = z.object({ email: neededEmailField, data: metadataField.nullish() });

/** POST /invite */
export async function invite(auth: Auth, exchange: Exchange): Promise<Response> {
  requireAdmin(exchange);
  const body = await readBody(exchange, bodySchema);
  const wanted = exchange.url.searchParams.get('redirect_to') || landingFor('invite');
  const redirectTo = allowedRedirect(auth.settings, exchange, wanted);
  return auth.database.asService.transaction(async (session) => {
    const made = await createAccount(session, {
      email: body.email,
      isInvited: true,
      userMetadata: body.data ?? {},
      isByAdmin: true,
    });
    const account = made ?? (await findAccount(session, 'email', body.email));
    if (!account || account.confirmed_at) throw new ApiError('email_exists');
    await note(session, exchange.client, account, 'user_invited');
    await askForLetter(exchange, session, 'invite', { userId: account.id }, { redirectTo });
    return json(describeAccount(account));
  });
}
