import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { readPairs } from '../../small-form.ts';
import {
  captchaField,
  knownEmailField,
  optional,
  passwordField,
  phoneField,
  readBody,
  refuseTwoAddresses,
} from '../body.ts';
import { confirm, tokensFor } from '../confirm.ts';
import type { Auth, Exchange } from '../context.ts';
import { checkTypedPassword } from '../first-proof.ts';
import { issueAuthCode } from '../flows.ts';
import {
  findByCode,
  findByLink,
  isPkceToken,
  type OneTimeToken,
} from '../letters/one-time-tokens.ts';
import { withError, withOutcome, withSession } from '../outcomes.ts';
import { allowedRedirect, withQuery } from '../redirects.ts';
import { json, redirect } from '../respond.ts';
import { openSession } from '../sessions/sessions.ts';
import { isOfKnownType, readForm, typeField, type VerifyForm } from './verify-form.ts';
import { leadBack, showLinkPage, unknownLink, unknownType } from './verify-page.ts';

const halfChanged =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const bodySchema = z.object({
  type: typeField,
  token: optional(z.string().max(255)),
  token_hash: optional(z.string().max(255)),
  email: optional(z.string().max(1_024)),
  phone: optional(phoneField),
  redirect_to: optional(z.string().max(4_096)),
  /** Our own field: the account's password, sent with the proof so that it is kept. */
  password: optional(passwordField),
  ...captchaField,
});
type Body = z.infer<typeof bodySchema>;

/** POST /verify: with JSON from programs, or with the form of the page that a link opens. */
export async function verify(auth: Auth, exchange: Exchange): Promise<Response> {
  await auth.limits.take('verification', exchange.client.counted);
  const type = exchange.request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) return verifyByJson(auth, exchange);
  const form = readForm(readPairs(await exchange.request.text()));
  if (isOfKnownType(form)) return verifyByForm(auth, exchange, form);
  return leadBack(allowedRedirect(auth.settings, exchange, form.redirect_to), form.token);
}

async function verifyByJson(auth: Auth, exchange: Exchange): Promise<Response> {
  const body = await readBody(exchange, bodySchema);
  checkFields(body);
  // A PKCE client's link opens a session only for the browser that has the verifier.
  if (body.token_hash && isPkceToken(body.token_hash)) throw new ApiError('bad_code_verifier');
  const token = body.token_hash ? await findLinked(auth, body) : await findTyped(auth, body);
  const passwordHash = await checkTypedPassword(auth, exchange, token, body.password);
  return auth.database.asService.transaction(async (session) => {
    const { account, isComplete } = await confirm(exchange, session, token, { passwordHash });
    if (!isComplete) return json({ msg: halfChanged, code: '200' });
    return json(await openSession(auth, exchange, session, account, 'otp'));
  });
}

function checkFields(body: Body) {
  if (Boolean(body.token) === Boolean(body.token_hash)) {
    throw new ApiError('validation_failed', 'Verify requires either a token or a token hash');
  }
  if (body.token_hash && (body.email || body.phone || body.redirect_to)) {
    throw new ApiError('validation_failed', 'Only the token_hash and type should be provided');
  }
  refuseTwoAddresses(body, 'Only an email address or phone number should be provided on verify');
}

async function findLinked(auth: Auth, body: Body): Promise<OneTimeToken> {
  if (!isOfKnownType(body)) throw unknownType();
  const { token_hash = '', type } = body;
  const { asService } = auth.database;
  const { linkSeconds } = auth.settings;
  const token = await findByLink(asService, token_hash, tokensFor[type], linkSeconds);
  if (!token) throw unknownLink();
  return token;
}

async function findTyped(auth: Auth, body: Body): Promise<OneTimeToken> {
  const isByPhone = body.type === 'sms' || body.type === 'phone_change';
  const address = isByPhone ? body.phone : readAddress(body.email);
  if (!address) {
    throw new ApiError(
      'validation_failed',
      'Only an email address or phone number should be provided on verify',
    );
  }
  if (!isOfKnownType(body)) throw new ApiError('otp_expired');
  const code = (body.token ?? '').replace(/[\s-]/g, '');
  const types = tokensFor[body.type];
  const token = await auth.limits.attempt([['codeOfAddress', address]], () =>
    findByCode(auth.database, auth.pepper, address, code, types),
  );
  if (!token) throw new ApiError('otp_expired');
  return token;
}

function readAddress(email: string | undefined): string | undefined {
  if (!email) return undefined;
  const read = knownEmailField.safeParse(email);
  if (read.success) return read.data;
  throw new ApiError('validation_failed', 'Invalid email format', undefined, { status: 422 });
}

/** Redirects the browser: with a code for PKCE, otherwise with the session in the fragment. */
async function verifyByForm(auth: Auth, exchange: Exchange, form: VerifyForm): Promise<Response> {
  const { settings, database } = auth;
  const target = allowedRedirect(settings, exchange, form.redirect_to);
  const isPkce = isPkceToken(form.token);
  try {
    const token = await findByLink(
      database.asService,
      form.token,
      tokensFor[form.type],
      settings.linkSeconds,
    );
    if (!token) throw unknownLink();
    const passwordHash = await checkTypedPassword(auth, exchange, token, form.password);
    const flowId = isPkce ? flowOf(token) : undefined;
    return await database.asService.transaction(async (session) => {
      const { account, isComplete } = await confirm(exchange, session, token, {
        passwordHash,
        flowId,
      });
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
    if (form.password && passwordRefusals.has(error.code)) {
      return showLinkPage(auth, { ...form, redirect_to: target }, error);
    }
    return redirect(withError(target, error, isPkce));
  }
}

/** These do not use up the link, so its page is shown again. */
const passwordRefusals = new Set(['invalid_credentials', 'over_request_rate_limit']);

function flowOf({ flow_state_id }: OneTimeToken): string {
  if (!flow_state_id) throw new ApiError('flow_state_not_found');
  return flow_state_id;
}
