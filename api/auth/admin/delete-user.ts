import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { onceMore } from '#database/once-more.ts';
import { sha256 } from '../../secrets.ts';
import { updateAccount } from '../accounts.ts';
import { note } from '../audit.ts';
import { readBody } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { json } from '../respond.ts';
import { requireAdmin } from '../sessions/require-session.ts';
import { endSessions } from '../sessions/sessions.ts';
import { findUser } from './find-user.ts';

const bodySchema = z.object({ should_soft_delete: z.boolean().nullish() });

/** DELETE /admin/users/{id} */
export async function deleteUser({ database }: Auth, exchange: Exchange): Promise<Response> {
  requireAdmin(exchange);
  const { should_soft_delete: keepsRow } = await readBody(exchange, bodySchema, {
    mayBeEmpty: true,
  });
  const work = async (session: Session) => {
    const account = await findUser(session, exchange, 'anyId');
    if (keepsRow && account.deleted_at) return json({});
    await note(session, exchange.client, account, 'user_deleted', { by: 'admin' });
    if (keepsRow) {
      // The row stays for those that refer to it, but no longer identifies the person.
      await endSessions(session, account.id);
      await session.query({
        text: `with factors as (delete from auth.mfa_factors where user_id = $1),
            passkeys as (delete from auth.webauthn_credentials where user_id = $1),
            tokens as (delete from auth.one_time_tokens where user_id = $1),
            devices as (delete from auth.known_devices where user_id = $1),
            set_aside as (delete from auth.set_aside where user_id = $1)
          delete from auth.identities where user_id = $1`,
        values: [account.id],
      });
      await updateAccount(session, account.id, {
        deleted_at: new Date(),
        email: account.email && sha256(account.email),
        phone: account.phone && sha256(account.phone).slice(0, 15),
        encrypted_password: null,
        email_change: '',
        phone_change: '',
        raw_user_meta_data: {},
        raw_app_meta_data: {},
      });
    } else {
      await session.query({ text: 'delete from auth.users where id = $1', values: [account.id] });
    }
    return json({});
  };
  // Deletion also locks the log and the site's owners, which staff lock in the opposite order: retry once on a
  // deadlock.
  return onceMore(() => database.asService.transaction(work));
}
