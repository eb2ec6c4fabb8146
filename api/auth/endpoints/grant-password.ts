import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import {
  type Account,
  findAccount,
  findPassword,
  isBanned,
  lockAccount,
  updateAccount,
} from '../accounts.ts';
import { note } from '../audit.ts';
import {
  captchaField,
  checkCaptcha,
  emailField,
  optional,
  passwordField,
  phoneField,
  readBody,
} from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { checkStrength, passwordTries } from '../passwords.ts';
import { json } from '../respond.ts';
import { openSession } from '../sessions/sessions.ts';

const bodySchema = z.object({
  email: optional(emailField),
  phone: optional(phoneField),
  password: passwordField,
  ...captchaField,
});

const nobody = { id: '00000000-0000-0000-0000-000000000000', email: null, phone: null };

/** POST /token?grant_type=password */
export async function grantByPassword(auth: Auth, exchange: Exchange): Promise<Response> {
  const { database, limits, passwords, settings } = auth;
  const body = await readBody(exchange, bodySchema);
  const address = body.email ?? body.phone;
  if (!address) throw new ApiError('validation_failed', 'missing email or phone');
  if (!body.email && !settings.isPhoneOpen) throw new ApiError('phone_provider_disabled');
  await checkCaptcha(auth, exchange, body);

  const account = await limits.attempt(passwordTries(address, exchange.client), async () => {
    const known = await findPassword(database.asService, body.email ? 'email' : 'phone', address);
    // Verified against some hash even when nobody has this address.
    const isRight = await passwords.verify(known?.encrypted_password, body.password);
    const owner =
      isRight && known ? await findAccount(database.asService, 'id', known.id) : undefined;
    if (owner && owner.encrypted_password === known?.encrypted_password) return owner;
    // Noted for an unknown address too, which then takes as long; the address itself is not kept.
    await note(database.asService, exchange.client, known ?? nobody, 'login_failed', {
      method: 'password',
    });
    return undefined;
  });
  if (!account) throw new ApiError('invalid_credentials');
  if (isBanned(account)) throw new ApiError('user_banned');
  requireConfirmed(auth, account, body.email ? 'email' : 'phone');
  const isOutdated = passwords.isOutdated(account.encrypted_password ?? '');
  const newHash = isOutdated ? await passwords.hash(body.password) : undefined;
  const answer = await database.asService.transaction(async (session) => {
    // What this password opens may have been taken away while it was checked.
    await lockAccount(session, account.id);
    const now = await findPassword(session, body.email ? 'email' : 'phone', address);
    if (now?.encrypted_password !== account.encrypted_password) {
      throw new ApiError('invalid_credentials');
    }
    if (newHash) await updateAccount(session, account.id, { encrypted_password: newHash });
    return openSession(auth, exchange, session, account, 'password');
  });
  return json({ ...answer, ...weakness(body.password, settings.passwordMinLength) });
}

function requireConfirmed({ settings }: Auth, account: Account, way: 'email' | 'phone') {
  if (settings.confirmation !== 'required') return;
  if (way === 'email' && !account.email_confirmed_at) throw new ApiError('email_not_confirmed');
  if (way === 'phone' && !account.phone_confirmed_at) throw new ApiError('phone_not_confirmed');
}

/** An old password may be weaker than today's rules; the client may ask for a better one. */
function weakness(password: string, shortest: number) {
  try {
    checkStrength(password, shortest);
    return {};
  } catch (error) {
    const { message, details } = error as ApiError;
    return { weak_password: { message, reasons: details.reasons ?? [] } };
  }
}
