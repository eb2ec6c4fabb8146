import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { findAccount, type Password, passwordBy } from '../accounts.ts';
import { note } from '../audit.ts';
import {
  anyPhoneField,
  captchaField,
  checkCaptcha,
  optional,
  passwordField,
  readBody,
  refuseTwoAddresses,
} from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { checkStrength, type PasswordRules, passwordTries } from '../passwords.ts';
import { json } from '../respond.ts';
import { type Opened, sessionOpening, type TokenResponse } from '../sessions/sessions.ts';

const bodySchema = z.object({
  // Accept any text: whether anybody has this address or number is checked later.
  email: optional(z.string().trim().toLowerCase().max(255)),
  phone: optional(anyPhoneField),
  password: passwordField.nullish(),
  ...captchaField,
});

const nobody = { id: '00000000-0000-0000-0000-000000000000', email: null, phone: null };

/** POST /token?grant_type=password */
export async function grantByPassword(auth: Auth, exchange: Exchange): Promise<Response> {
  const { database, limits, passwords, settings } = auth;
  const take = ['token', exchange.client.counted] as const;
  const { address, way, password, body } = await readTry(auth, exchange).catch(async (refusal) => {
    await limits.take(...take);
    throw refusal;
  });
  // A client above the limit is refused before the captcha service is asked.
  const isAskedBefore = Boolean(auth.captcha);
  if (isAskedBefore) await limits.take(...take);
  await checkCaptcha(auth, exchange, body);

  const known = await limits.attempt(
    passwordTries(address, exchange.client),
    async ([known]: Password[]) => {
      // Verified against a hash even if nobody has this address, so that the time reveals nothing.
      const isRight = await passwords.verify(known?.encrypted_password, password);
      // An import may bring the hash of an empty password, which nobody has chosen.
      if (isRight && password) return known;
      // Recorded for unknown addresses too, so that they take as long; the address itself is not stored.
      await note(database.asService, exchange.client, known ?? nobody, 'login_failed', {
        method: 'password',
      });
      return undefined;
    },
    { first: passwordBy(way, address), take: isAskedBefore ? undefined : take },
  );
  if (!known) throw new ApiError('invalid_credentials');
  if (known.is_banned) throw new ApiError('user_banned');
  requireConfirmed(auth, known, way);
  const answer = await enter(auth, exchange, known, address);
  await renewHash(auth, known, password);
  return json({ ...answer, ...weakness(password, settings) });
}

async function readTry({ settings }: Auth, exchange: Exchange) {
  const { password, ...body } = await readBody(exchange, bodySchema);
  refuseTwoAddresses(body, 'Only an email address or phone number should be provided on login.');
  const address = body.email ?? body.phone;
  if (!address) throw new ApiError('validation_failed', 'missing email or phone');
  if (!body.email && !settings.isPhoneOpen) {
    throw new ApiError('phone_provider_disabled', undefined, undefined, { status: 422 });
  }
  const way = body.email ? ('email' as const) : ('phone' as const);
  return { address, way, password: password ?? '', body };
}

/**
 * The account may have been locked out while the password was being checked, so the statement that opens the session
 * checks again.
 */
async function enter(
  auth: Auth,
  exchange: Exchange,
  known: Password,
  address: string,
): Promise<TokenResponse> {
  const verified = { hash: known.encrypted_password ?? '', address };
  const opening = sessionOpening(auth, exchange, known, 'password', { verified });
  const { asService } = auth.database;
  const { rows } = await asService.query<Opened>(opening.statement);
  if (rows[0]) return opening.answer(rows[0]);
  const account = await findAccount(asService, 'id', known.id);
  throw new ApiError(account?.is_banned ? 'user_banned' : 'invalid_credentials');
}

/** Replaces a hash that was imported, or whose cost is now too low, while the password is available. */
async function renewHash({ database, passwords }: Auth, known: Password, password: string) {
  const stored = known.encrypted_password ?? '';
  if (!passwords.isOutdated(stored)) return;
  await database.asService.query({
    text: `update auth.users set encrypted_password = $3, updated_at = now()
      where id = $1 and encrypted_password = $2`,
    values: [known.id, stored, await passwords.hash(password)],
  });
}

function requireConfirmed({ settings }: Auth, account: Password, way: 'email' | 'phone') {
  if (settings.confirmation !== 'required') return;
  if (way === 'email' && !account.email_confirmed_at) throw new ApiError('email_not_confirmed');
  if (way === 'phone' && !account.phone_confirmed_at) throw new ApiError('phone_not_confirmed');
}

/** An old password may be weaker than today's rules; the client may ask for a better one. */
function weakness(password: string, rules: PasswordRules) {
  try {
    checkStrength(password, rules);
    return {};
  } catch (error) {
    const { message, details } = error as ApiError;
    return { weak_password: { message, reasons: details.reasons ?? [] } };
  }
}
