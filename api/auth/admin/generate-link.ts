import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import {
  type Account,
  asOfNow,
  describeAccount,
  findAccount,
  lockAccount,
  updateAccount,
} from '../accounts.ts';
import { note } from '../audit.ts';
import {
  emailField,
  metadataField,
  neededEmailField,
  optional,
  passwordField,
  readBody,
} from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { createAccount } from '../create-account.ts';
import { merge } from '../endpoints/update-user.ts';
import { issueOneTimeToken } from '../letters/one-time-tokens.ts';
import { awaited, linkFor, tokenTypes } from '../letters/write-letter.ts';
import { allowedRedirect, landingFor } from '../redirects.ts';
import { json } from '../respond.ts';
import { requireAdmin } from '../sessions/require-session.ts';
import type { LetterKind } from '../tasks.ts';
import { hashGiven } from './create-user.ts';

const bodySchema = z.object({
  type: z.enum(
    ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'],
    {
      error: ({ input }) =>
        `Invalid email action link type requested: ${String(input ?? '').slice(0, 50)}`,
    },
  ),
  email: neededEmailField,
  new_email: optional(emailField),
  password: passwordField.nullish(),
  data: metadataField.nullish(),
  redirect_to: optional(z.string().max(4_096)),
});
type Body = z.infer<typeof bodySchema>;

/** POST /admin/generate_link: returns the link and the code without sending them. */
export async function generateLink(auth: Auth, exchange: Exchange): Promise<Response> {
  requireAdmin(exchange);
  const body = await readBody(exchange, bodySchema);
  const { type } = body;
  const given = { password: body.password || undefined };
  const passwordHash = await hashGiven(auth.passwords, given, auth.settings);
  const wanted = body.redirect_to ?? exchange.url.searchParams.get('redirect_to');
  const redirectTo = allowedRedirect(auth.settings, exchange, wanted || landingFor(type));
  return auth.database.asService.transaction(async (session) => {
    const account = await prepare(session, body, passwordHash);
    const relatesTo = type === 'email_change_new' ? account.email_change : account.email;
    const { token, code } = await issueOneTimeToken(session, auth.pepper, {
      userId: account.id,
      type: tokenTypes[type],
      relatesTo: relatesTo ?? body.email,
    });
    await note(session, exchange.client, account, 'user_modified', { by: 'admin', link: type });
    return json({
      ...describeAccount(account),
      action_link: linkFor({ siteUrl: exchange.siteUrl, kind: type, redirectTo }, token),
      email_otp: code,
      hashed_token: token,
      verification_type: type,
      redirect_to: redirectTo,
    });
  });
}

/** Brings the account into a state in which this kind of link makes sense. */
async function prepare(
  session: Session,
  body: Body,
  passwordHash: string | undefined,
): Promise<Account> {
  const known = await findAccount(session, 'email', body.email);
  if (makesAccount.has(body.type)) {
    if (known?.confirmed_at && body.type !== 'magiclink') throw new ApiError('email_exists');
    if (known && body.type === 'signup' && body.data) {
      await lockAccount(session, known.id);
      const now = await asOfNow(session, known);
      const raw_user_meta_data = merge(now.raw_user_meta_data, body.data);
      await updateAccount(session, known.id, { raw_user_meta_data });
      return { ...now, raw_user_meta_data };
    }
    if (known) return known;
    if (body.type === 'signup' && !passwordHash) {
      throw new ApiError('validation_failed', 'Signup requires a valid password');
    }
    const made = await createAccount(session, {
      email: body.email,
      passwordHash,
      isInvited: body.type === 'invite',
      userMetadata: body.data ?? {},
      isByAdmin: true,
    });
    // Somebody else took the address a moment ago.
    if (!made) throw new ApiError('email_exists');
    return made;
  }
  if (!known) throw new ApiError('user_not_found', 'User with this email not found');
  if (body.type === 'recovery') return known;
  if (!body.new_email) throw new ApiError('validation_failed', 'An email address is required');
  if (await findAccount(session, 'email', body.new_email)) throw new ApiError('email_exists');
  if (known.email_change !== body.new_email) {
    await updateAccount(session, known.id, {
      email_change: body.new_email,
      email_change_sent_at: new Date(),
      email_change_token_current: awaited,
      email_change_token_new: awaited,
    });
  }
  return { ...known, email_change: body.new_email };
}

const makesAccount = new Set<LetterKind>(['signup', 'invite', 'magiclink']);
