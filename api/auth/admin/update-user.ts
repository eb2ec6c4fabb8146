import { ApiError } from '../../errors.ts';
import { asOfNow, describeAccount, findAccount, updateAccount } from '../accounts.ts';
import { note } from '../audit.ts';
import { readBody } from '../body.ts';
import { dropChanges } from '../change-address.ts';
import { markVerified, renameIdentity } from '../confirm.ts';
import type { Auth, Exchange } from '../context.ts';
import { merge } from '../endpoints/update-user.ts';
import { notify } from '../letters/notices.ts';
import { noteProviders } from '../providers/note-providers.ts';
import { json } from '../respond.ts';
import { requireAdmin } from '../sessions/require-session.ts';
import { endSessions } from '../sessions/sessions.ts';
import { banEnd } from './ban.ts';
import { adminFields, hashGiven } from './create-user.ts';
import { findUserLocked } from './find-user.ts';

/** PUT /admin/users/{id} */
export async function updateUserById(auth: Auth, exchange: Exchange): Promise<Response> {
  requireAdmin(exchange);
  const body = await readBody(exchange, adminFields);
  const { email, phone } = body;
  const encrypted_password = await hashGiven(auth.passwords, body, auth.settings);
  return auth.database.asService.transaction(async (session) => {
    const account = await findUserLocked(session, exchange);
    for (const [way, value] of [['email', email] as const, ['phone', phone] as const]) {
      const owner = value ? await findAccount(session, way, value) : undefined;
      if (owner && owner.id !== account.id) throw new ApiError(`${way}_exists`);
    }
    const banned_until = await banEnd(session, body.ban_duration);
    await updateAccount(session, account.id, {
      ...(email ? { email } : {}),
      ...(phone ? { phone } : {}),
      ...(encrypted_password ? { encrypted_password } : {}),
      ...(banned_until === undefined ? {} : { banned_until }),
      ...(body.user_metadata
        ? { raw_user_meta_data: merge(account.raw_user_meta_data, body.user_metadata) }
        : {}),
      ...(body.app_metadata
        ? { raw_app_meta_data: merge(account.raw_app_meta_data, body.app_metadata) }
        : {}),
    });
    if (email) await renameIdentity(session, account.id, 'email', email);
    if (phone) await renameIdentity(session, account.id, 'phone', phone);
    if (email || phone) await noteProviders(session, account.id);
    const [mail, number] = [email ?? account.email, phone ?? account.phone];
    if (mail && body.email_confirm) await markVerified(session, account.id, 'email', mail);
    if (number && body.phone_confirm) await markVerified(session, account.id, 'phone', number);
    if (encrypted_password || banned_until) await endSessions(session, account.id);
    if (encrypted_password) {
      await dropChanges(session, account.id);
      await notify(exchange, session, account, 'password-changed');
    }
    await note(session, exchange.client, account, 'user_modified', { by: 'admin' });
    return json(describeAccount(await asOfNow(session, account)));
  });
}
