import type { Auth, Exchange } from '../context.ts';
import { dropPasskey, passkeyId } from '../passkeys/manage.ts';
import { passkeysOf } from '../passkeys/own-passkeys.ts';
import { json } from '../respond.ts';
import { requireAdmin } from '../sessions/require-session.ts';
import { findUser } from './find-user.ts';

/** GET /admin/users/{id}/passkeys */
export async function listUserPasskeys({ database }: Auth, exchange: Exchange): Promise<Response> {
  requireAdmin(exchange);
  const { id } = await findUser(database.asService, exchange);
  return json(await passkeysOf(database.asService, id));
}

/** DELETE /admin/users/{id}/passkeys/{passkeyId} */
export async function deleteUserPasskey(auth: Auth, exchange: Exchange): Promise<Response> {
  requireAdmin(exchange);
  return auth.database.asService.transaction(async (session) => {
    const account = await findUser(session, exchange);
    return dropPasskey(exchange, session, account, passkeyId(exchange), { by: 'admin' });
  });
}
