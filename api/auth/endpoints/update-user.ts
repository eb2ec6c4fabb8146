import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import {
  type Account,
  asOfNow,
  describeAccount,
  hasVerifiedFactor,
  updateAccount,
} from '../accounts.ts';
import { note } from '../audit.ts';
import {
  challengeFields,
  channelField,
  check,
  emailField,
  metadataField,
  optional,
  passwordField,
  phoneField,
  readBody,
  requireChannel,
} from '../body.ts';
import {
  askToChangeEmail,
  askToChangePhone,
  changeEmail,
  changePhone,
  changesAtOnce,
  dropChanges,
} from '../change-address.ts';
import type { Auth, Exchange } from '../context.ts';
import { checkChallenge } from '../flows.ts';
import { notify } from '../letters/notices.ts';
import { dropTokens } from '../letters/one-time-tokens.ts';
import { requireSms } from '../letters/require-sms.ts';
import { refuseOwnName } from '../own-name.ts';
import { checkStrength } from '../passwords.ts';
import { json } from '../respond.ts';
import { proofFields, proveRecent } from '../sessions/recent-sign-in.ts';
import { requireSession, requireStillOpen } from '../sessions/require-session.ts';
import { endSessions, type OpenSession } from '../sessions/sessions.ts';

const bodySchema = z.object({
  email: optional(emailField),
  phone: optional(phoneField),
  ...channelField,
  // An empty password is refused as too short.
  password: passwordField.nullish(),
  ...proofFields,
  data: metadataField.nullish(),
  app_metadata: z.unknown().optional(),
  ...challengeFields,
});

/** PUT /user */
export async function updateUser(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account, session: open } = await requireSession(auth, exchange);
  const body = await readBody(exchange, bodySchema);
  if (body.app_metadata) {
    throw new ApiError('not_admin', 'Updating app_metadata requires admin privileges');
  }
  if (body.phone) requireChannel(body);
  checkChallenge(body);
  refuseOwnName(auth.settings, body.data);
  const hasPassword = typeof body.password === 'string';
  if (account.is_anonymous && hasPassword && !body.email && !body.phone) {
    throw new ApiError(
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
      undefined,
      { status: 422 },
    );
  }
  if (typeof body.password === 'string') checkStrength(body.password, auth.settings);
  const emailChange = body.email && body.email !== account.email ? body.email : undefined;
  const phoneChange = body.phone && body.phone !== account.phone ? body.phone : undefined;
  if (body.password || emailChange || phoneChange) requireSecondFactor(account, open);
  if (phoneChange && !auth.settings.isPhoneOpen) throw new ApiError('phone_provider_disabled');
  const isAtOnce = changesAtOnce(auth, account);
  if (phoneChange && !isAtOnce) requireSms(auth.settings);
  const isSensitive = Boolean(body.password || emailChange || phoneChange);
  const useProof = isSensitive ? await proveRecent(auth, exchange, account, open, body) : undefined;
  // Hashing is expensive.
  if (body.password) await auth.limits.take('verification', exchange.client.counted);
  const setPassword = body.password
    ? await preparePassword(auth, exchange, account, open, body.password)
    : undefined;
  for (const address of [emailChange, phoneChange]) {
    if (!address) continue;
    if (isAtOnce) await auth.limits.take('verification', exchange.client.counted);
    else await auth.limits.takeLetter(exchange.client, address);
  }
  return auth.database.asService.transaction(async (session) => {
    await requireStillOpen(session, open);
    await useProof?.(session);
    if (body.data) {
      const { raw_user_meta_data: before } = await asOfNow(session, account);
      const merged = merge(before, body.data);
      const raw_user_meta_data = check(metadataField, merged);
      await updateAccount(session, account.id, { raw_user_meta_data });
      await note(session, exchange.client, account, 'user_modified');
    }
    await setPassword?.(session);
    if (isAtOnce) {
      if (emailChange) await changeEmail(exchange, session, account, emailChange);
      if (phoneChange) await changePhone(exchange, session, account, phoneChange);
    } else {
      if (emailChange) await askToChangeEmail(auth, exchange, session, account, emailChange, body);
      if (phoneChange) await askToChangePhone(exchange, session, account, phoneChange);
    }
    return json(describeAccount(await asOfNow(session, account)));
  });
}

function requireSecondFactor(account: Account, { aal }: OpenSession) {
  if (aal === 'aal1' && hasVerifiedFactor(account)) {
    throw new ApiError(
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
  }
}

/** The slow part of a new password. Returns a function that writes it within a transaction. */
async function preparePassword(
  auth: Auth,
  exchange: Exchange,
  account: Account,
  open: OpenSession,
  password: string,
) {
  const { passwords } = auth;
  const stored = account.encrypted_password;
  if (stored && (await passwords.verify(stored, password))) throw new ApiError('same_password');
  const encrypted_password = await passwords.hash(password);
  return async (session: Session) => {
    await updateAccount(session, account.id, { encrypted_password });
    await dropChanges(session, account.id);
    const ended = await endSessions(session, account.id, { except: open.id });
    await dropTokens(session, account.id, ['recovery_token', 'reauthentication_token']);
    await note(session, exchange.client, account, 'user_updated_password', { ended });
    await notify(exchange, session, account, 'password-changed');
  };
}

/** As in Supabase Auth, a null value removes the entry. */
export function merge(
  before: Record<string, unknown> | null,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  const merged = { ...before, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}
