import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { captchaField, check, emailField, optional, phoneField, readBody } from './body.ts';
import { confirm, tokensFor, verifyTypes } from './confirm.ts';
import type { Auth, Exchange } from './context.ts';
import { issueAuthCode } from './flows.ts';
import { findByCode, findByLink, isPkceToken, type OneTimeToken } from './one-time-tokens.ts';
import { allowedRedirect, withFragment, withQuery } from './redirects.ts';
import { json, redirect } from './respond.ts';
import { openSession, type TokenResponse } from './sessions.ts';

const halfChanged =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const type = z.enum(verifyTypes, {
  error: ({ input }) =>
    input ? 'Unsupported verification type' : 'Verify requires a verification type',
});

const bodySchema = z.object({
  type,
  token: optional(z.string().max(255)),
  token_hash: optional(z.string().max(255)),
  email: optional(emailField),
  phone: optional(phoneField),
  ...captchaField,
});

const formSchema = z.object({
  type,
  token: z.string('Verify requires a token or a token hash').min(1).max(255),
  redirect_to: z.string().max(4_096).optional(),
});
export type VerifyForm = z.infer<typeof formSchema>;

/** POST /verify: with JSON for programs, or with the form of the page that a link opens. */
export async function verify(auth: Auth, exchange: Exchange): Promise<Response> {
  await auth.limits.takeVerification(exchange.client.counted);
  const type = exchange.request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) return verifyByJson(auth, exchange);
  const form = readForm(new URLSearchParams(await exchange.request.text()));
  return verifyByForm(auth, exchange, form);
}

export function readForm(values: URLSearchParams): VerifyForm {
  return check(formSchema, Object.fromEntries(values));
}

async function verifyByJson(auth: Auth, exchange: Exchange): Promise<Response> {
  const body = await readBody(exchange, bodySchema);
  const token = body.token_hash
    ? await findByLink(
        auth.database,
        body.token_hash,
        tokensFor[body.type],
        auth.settings.linkSeconds,
      )
    : await findTyped(auth, body);
  if (!token) throw new ApiError('otp_expired');
  return auth.database.transaction(async (session) => {
    const { account, isComplete } = await confirm(auth, exchange, session, token);
    if (!isComplete) return json({ msg: halfChanged, code: '200' });
    return json(await openSession(auth, exchange, session, account, 'otp'));
  });
}

async function findTyped(auth: Auth, body: z.infer<typeof bodySchema>) {
  const isByPhone = body.type === 'sms' || body.type === 'phone_change';
  const address = isByPhone ? body.phone : body.email;
  if (!body.token) {
    throw new ApiError('validation_failed', 'Verify requires either a token or a token hash');
  }
  if (!address) {
    throw new ApiError(
      'validation_failed',
      'Only an email address or phone number should be provided on verify',
    );
  }
  const code = body.token.replace(/[\s-]/g, '');
  return findByCode(auth.database, auth.pepper, address, code, tokensFor[body.type]);
}

/** Sends the browser on: with a code for PKCE, with the session in the fragment otherwise. */
async function verifyByForm(auth: Auth, exchange: Exchange, form: VerifyForm): Promise<Response> {
  const { settings, database } = auth;
  const target = allowedRedirect(settings, exchange, form.redirect_to);
  const isPkce = isPkceToken(form.token);
  try {
    const token = await findByLink(
      database,
      form.token,
      tokensFor[form.type],
      settings.linkSeconds,
    );
    if (!token) throw new ApiError('otp_expired', 'Email link is invalid or has expired');
    return await database.transaction(async (session) => {
      const { account, isComplete } = await confirm(auth, exchange, session, token);
      if (!isComplete) return redirect(withOutcome(target, { message: halfChanged }, isPkce));
      if (isPkce) {
        const code = await issueAuthCode(session, flowOf(token), account.id);
        return redirect(withQuery(target, { code }));
      }
      const answer = await openSession(auth, exchange, session, account, 'otp');
      return redirect(withSession(target, answer, { type: form.type }));
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return redirect(withError(target, error, isPkce));
  }
}

function flowOf({ flow_state_id }: OneTimeToken): string {
  if (!flow_state_id) throw new ApiError('flow_state_not_found');
  return flow_state_id;
}

export function withSession(
  target: string,
  answer: TokenResponse,
  more: Record<string, string>,
): string {
  return withFragment(target, {
    access_token: answer.access_token,
    expires_at: String(answer.expires_at),
    expires_in: String(answer.expires_in),
    refresh_token: answer.refresh_token,
    token_type: answer.token_type,
    ...more,
  });
}

export function withError(target: string, error: ApiError, isPkce: boolean): string {
  return withOutcome(
    target,
    {
      error: error.status >= 500 ? 'server_error' : 'access_denied',
      error_code: error.code,
      error_description: error.message,
    },
    isPkce,
  );
}

/** In the fragment for clients of the implicit flow, and in the query too for those of PKCE. */
function withOutcome(target: string, values: Record<string, string>, isPkce: boolean): string {
  return withFragment(isPkce ? withQuery(target, values) : target, values);
}
