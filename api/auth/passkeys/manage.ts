import { z } from 'zod';
import type { Session } from '#database/database.ts';
import type { Account } from '../accounts.ts';
import { note } from '../audit.ts';
import { readBody } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { notify } from '../letters/notices.ts';
import { json } from '../respond.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { requireStillOpen } from '../sessions/require-session.ts';
import {
  describePasskey,
  passkeyNotFound,
  passkeysOf,
  requireOwner,
  shown,
} from './own-passkeys.ts';

/** GET /passkeys */
export async function listPasskeys(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account } = await requireOwner(auth, exchange);
  return json(await passkeysOf(auth.database.asService, account.id));
}

const nameSchema = z.object({
  friendly_name: z
    .string('friendly_name is required')
    .trim()
    .min(1, 'friendly_name is required')
    .max(120, 'friendly_name must be 120 characters or less'),
});

/** PATCH /passkeys/{id} */
export async function renamePasskey(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account } = await requireOwner(auth, exchange);
  const { friendly_name } = await readBody(exchange, nameSchema);
  const id = passkeyId(exchange);
  return auth.database.asService.transaction(async (session) => {
    const { rows } = await session.query<Parameters<typeof describePasskey>[0]>({
      text: `update auth.webauthn_credentials set friendly_name = $3, updated_at = now()
        where id = $1 and user_id = $2 returning ${shown}`,
      values: [id, account.id, friendly_name],
    });
    if (!rows[0]) throw passkeyNotFound();
    await note(session, exchange.client, account, 'passkey_updated', { passkey_id: id });
    return json(describePasskey(rows[0]));
  });
}

/** DELETE /passkeys/{id} */
export async function removePasskey(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account, open } = await requireOwner(auth, exchange);
  const id = passkeyId(exchange);
  await requireRecentSignIn(auth, account, open);
  return auth.database.asService.transaction(async (session) => {
    await requireStillOpen(session, open);
    return dropPasskey(exchange, session, account, id);
  });
}

/** Used by its owner and by the secret key. */
export async function dropPasskey(
  exchange: Exchange,
  session: Session,
  account: Account,
  id: string,
  traits: { by?: 'admin' } = {},
): Promise<Response> {
  const { rowCount } = await session.query({
    text: 'delete from auth.webauthn_credentials where id = $1 and user_id = $2',
    values: [id, account.id],
  });
  if (rowCount === 0) throw passkeyNotFound();
  await note(session, exchange.client, account, 'passkey_deleted', { passkey_id: id, ...traits });
  await notify(exchange, session, account, 'passkey-removed');
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
}

/** An id that cannot exist is simply not found. */
export function passkeyId({ params }: Exchange): string {
  const id = z.guid().safeParse(params.passkeyId);
  if (!id.success) throw passkeyNotFound();
  return id.data;
}
