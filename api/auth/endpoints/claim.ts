import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { forgetInLog } from '../../account/delete-account.ts';
import { ApiError } from '../../errors.ts';
import { sha256 } from '../../secrets.ts';
import { type Account, asOfNow, findAccount, lockAccount, updateAccount } from '../accounts.ts';
import { note } from '../audit.ts';
import { passwordField, readBody } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { checkStrength } from '../passwords.ts';
import { json } from '../respond.ts';
import { requireFullSession } from '../sessions/require-session.ts';
import { endSessions, openSession } from '../sessions/sessions.ts';

const code = z.string().min(1).max(255).nullish();
const bodySchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('look'), auth_code: code }),
  z.object({ action: z.literal('take'), auth_code: code, password: passwordField }),
  z.object({ action: z.literal('refuse'), auth_code: code }),
]);

/**
 * POST /claim: the decision of a person who has just proved a mailbox, and thereby cleared an account that others may
 * have created: to keep it, with a new password, or to say that they never signed up.
 *
 * They are identified by the session that the proof opened. A link requested with PKCE opens none in another browser;
 * there its code stands for the mailbox, for this decision only.
 */
export async function claim(auth: Auth, exchange: Exchange): Promise<Response> {
  await auth.limits.take('verification', exchange.client.counted);
  const body = await readBody(exchange, bodySchema);
  const id = body.auth_code
    ? await findByCode(auth, body.auth_code)
    : (await requireFullSession(auth, exchange)).account.id;
  if (body.action === 'look') {
    const { email, phone, cleared_at } = await findCleared(auth.database.asService, id);
    return json({ email: email ?? phone, cleared_at });
  }
  const passwordHash = body.action === 'take' ? await hashNew(auth, body.password) : undefined;
  return auth.database.asService.transaction(async (session) => {
    await lockAccount(session, id ?? '00000000-0000-0000-0000-000000000000');
    const account = await findCleared(session, id);
    if (body.auth_code) await spendCode(session, body.auth_code);
    if (!passwordHash) return remove(session, exchange, account);
    await updateAccount(session, account.id, { encrypted_password: passwordHash });
    await endSessions(session, account.id);
    await note(session, exchange.client, account, 'user_updated_password');
    const now = await asOfNow(session, account);
    return json(await openSession(auth, exchange, session, now, 'otp'));
  });
}

async function hashNew({ passwords, settings }: Auth, password: string): Promise<string> {
  checkStrength(password, settings);
  return passwords.hash(password);
}

/** The account that the link of this code cleared. */
async function findByCode({ database }: Auth, code: string): Promise<string | undefined> {
  const { rows } = await database.asService.query<{ user_id: string }>({
    text: `select f.user_id from auth.flow_state f
      join auth.set_aside a on a.flow_id = f.id and a.user_id = f.user_id
      where f.auth_code = $1`,
    values: [sha256(code)],
  });
  return rows[0]?.user_id;
}

async function findCleared(session: Session, id: string | undefined): Promise<Account> {
  const account = id ? await findAccount(session, 'id', id) : undefined;
  if (!account?.cleared_at) throw new ApiError('claim_not_found');
  return account;
}

/** Of two concurrent requests, the second finds nothing. */
async function spendCode(session: Session, code: string) {
  const { rowCount } = await session.query({
    text: 'delete from auth.flow_state where auth_code = $1',
    values: [sha256(code)],
  });
  if (rowCount === 0) throw new ApiError('claim_not_found');
}

async function remove(session: Session, { client }: Exchange, account: Account) {
  await session.query({ text: 'delete from auth.users where id = $1', values: [account.id] });
  await forgetInLog(session, account);
  const nobody = { id: account.id, email: null, phone: null };
  await note(session, client, nobody, 'user_deleted', { by: 'self' });
  return json({});
}
