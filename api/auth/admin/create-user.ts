import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { asOfNow, describeAccount, findAccount, updateAccount } from '../accounts.ts';
import { note } from '../audit.ts';
import { emailField, optional, passwordField, phoneField, readBody } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { createAccount } from '../create-account.ts';
import { checkStrength, isPasswordHash, type PasswordRules, type Passwords } from '../passwords.ts';
import { json } from '../respond.ts';
import { requireAdmin } from '../sessions/require-session.ts';
import { banEnd, banField } from './ban.ts';

/** What the secret key may set; `password_hash` imports people from elsewhere. */
export const adminFields = z.object({
  email: optional(emailField),
  phone: optional(phoneField),
  password: passwordField.nullish(),
  password_hash: optional(
    z
      .string()
      .max(255)
      .refine(isPasswordHash, 'password_hash must be a bcrypt or an argon2id hash'),
  ),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
  role: optional(z.enum(['authenticated'])),
  ban_duration: banField,
});

const idField = z
  .guid('ID must conform to the uuid v4 format')
  .toLowerCase()
  .refine((id) => !/^[0-]+$/.test(id), 'ID cannot be a nil uuid');

/** POST /admin/users */
export async function createUser(auth: Auth, exchange: Exchange): Promise<Response> {
  requireAdmin(exchange);
  const body = await readBody(exchange, adminFields.extend({ id: optional(idField) }));
  const { email, phone } = body;
  if (!email && !phone) {
    throw new ApiError(
      'validation_failed',
      'Cannot create a user without either an email or phone',
    );
  }
  if (body.password && body.password_hash) {
    throw new ApiError(
      'validation_failed',
      'Only a password or a password hash should be provided',
    );
  }
  // Without a password, or with an empty one, the person chooses theirs through a letter.
  const given = { ...body, password: body.password || undefined };
  const passwordHash = await hashGiven(auth.passwords, given, auth.settings);
  return auth.database.asService.transaction(async (session) => {
    const account = await createAccount(session, {
      id: body.id,
      email,
      phone,
      passwordHash,
      isEmailConfirmed: Boolean(email && body.email_confirm),
      isPhoneConfirmed: Boolean(phone && body.phone_confirm),
      userMetadata: body.user_metadata ?? {},
      appMetadata: body.app_metadata ?? {},
      isByAdmin: true,
    });
    if (!account) throw await whyTaken(session, body);
    const banned_until = await banEnd(session, body.ban_duration);
    if (banned_until) await updateAccount(session, account.id, { banned_until });
    await note(session, exchange.client, account, 'user_signedup', { by: 'admin' });
    return json(describeAccount(await asOfNow(session, account)));
  });
}

/** Whether the address was taken a moment ago, or the id is in use. */
async function whyTaken(
  session: Session,
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
): Promise<ApiError> {
  if (email && (await findAccount(session, 'email', email))) return new ApiError('email_exists');
  if (phone && (await findAccount(session, 'phone', phone))) {
    return new ApiError('phone_exists', 'Phone number already registered by another user');
  }
  return new ApiError('user_already_exists');
}

export async function hashGiven(
  passwords: Passwords,
  given: { password?: string | null | undefined; password_hash?: string | undefined },
  rules: PasswordRules,
): Promise<string | undefined> {
  if (given.password_hash) return given.password_hash;
  if (given.password === undefined || given.password === null) return undefined;
  checkStrength(given.password, rules);
  return passwords.hash(given.password);
}
