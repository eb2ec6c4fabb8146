import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { findAccount, type Password, passwordBy } from '../accounts.ts';
import { note } from '../audit.ts';
import {
  captchaField,
  checkCaptcha,
  optional,
  passwordField,
  phoneField,
  readBody,
  refuseTwoAddresses,
} from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { checkStrength, type PasswordRules, passwordTries } from '../passwords.ts';
import { json } from '../respond.ts';
import { type Opened, sessionOpening, type TokenResponse } from '../sessions/sessions.ts';

const bodySchema = z.object({
  // Whatever it looks like: whether anybody has it is found out.
  email: optional(z.string().trim().toLowerCase().max(255)),
  phone: optional(phoneField),
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
  // Nobody else is asked for one who asks too much.
  const isAskedBefore = Boolean(auth.captcha);
  if (isAskedBefore) await limits.take(...take);
  await checkCaptcha(auth, exchange, body);

  const known = await limits.attempt(
    passwordTries(address, exchange.client),
    async ([known]: Password[]) => {
      // Verified against some hash even when nobody has this address.
      const isRight = await passwords.verify(known?.encrypted_password, password);
      // An import may bring the hash of nothing: nobody has chosen that.
      if (isRight && password) return known;
      // Noted for an unknown address too, which then takes as long; the address itself is not kept.
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
 * What a password opens may have been taken away while it was checked, so the statement that opens the
 * session looks again.
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

/** An import's hash, or one that costs too little by now, is made anew while the password is at hand. */
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
