import { randomBytes } from 'node:crypto';
import { html } from 'hono/html';
import { colorProperties } from '#domain/site/brand.ts';
import { ApiError } from '../../errors.ts';
import { findAccount } from '../accounts.ts';
import { tokensFor, type VerifyType } from '../confirm.ts';
import type { Auth, Exchange } from '../context.ts';
import { isFirstProof } from '../first-proof.ts';
import { findByLink, isPkceToken } from '../letters/one-time-tokens.ts';
import { withError } from '../outcomes.ts';
import { allowedRedirect } from '../redirects.ts';
import { redirect } from '../respond.ts';
import { isOfKnownType, readForm, type VerifyForm } from './verify-form.ts';

/**
 * GET /verify. Mail scanners fetch links, so a GET changes nothing: it shows a button, and only pressing that uses up
 * the link.
 */
export async function showVerifyPage(auth: Auth, exchange: Exchange): Promise<Response> {
  const form = readForm(exchange.url.searchParams);
  const target = allowedRedirect(auth.settings, exchange, form.redirect_to);
  if (!isOfKnownType(form)) return leadBack(target, form.token);
  const token = await findByLink(
    auth.database.asService,
    form.token,
    tokensFor[form.type],
    auth.settings.linkSeconds,
  );
  if (!token) return redirect(withError(target, unknownLink(), isPkceToken(form.token)));
  return showLinkPage(auth, { ...form, redirect_to: target });
}

/** Where a link of an unknown type leads. */
export function leadBack(target: string, token: string): Response {
  return redirect(withError(target, unknownType(), isPkceToken(token)));
}

export const unknownType = () =>
  new ApiError('validation_failed', 'Invalid email verification type');

export const unknownLink = () =>
  new ApiError('otp_expired', 'Email link is invalid or has expired');

/** The page of a valid link. It is shown again if the password typed there is wrong. */
export async function showLinkPage(
  auth: Auth,
  form: VerifyForm & { redirect_to: string },
  refusal?: ApiError,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  const takesPassword = await mayKeepPassword(auth, form);
  return new Response(await page(auth.settings.siteName, form, nonce, takesPassword, refusal), {
    status: refusal?.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      // The form's response redirects the browser, which Chromium checks against form-action.
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self' ${sourceOf(form.redirect_to)}; frame-ancestors 'none'; base-uri 'none'`,
    },
  });
}

/** The first proof of an address clears what was set before, unless its password comes along. */
async function mayKeepPassword(auth: Auth, { token, type }: VerifyForm): Promise<boolean> {
  if (type === 'recovery' || type === 'invite') return false; // these choose a new one anyway
  const { database, settings } = auth;
  const found = await findByLink(database.asService, token, tokensFor[type], settings.linkSeconds);
  const account = found && (await findAccount(database.asService, 'id', found.user_id));
  return Boolean(found && account?.encrypted_password && isFirstProof(account, found));
}

/** The scheme of an app has no origin. */
function sourceOf(target: string): string {
  const { origin, protocol } = new URL(target);
  return origin === 'null' ? protocol : origin;
}

/** Said before the button uses up the link with its code: many people read their email on another device. */
const ofBrowser =
  ' This works only in the browser in which you asked for it. If that is another one, close this page and enter the code from the email there.';

const words: Record<VerifyType, { title: string; text: string; button: string; opens?: true }> = {
  signup: {
    title: 'Confirm your email address',
    text: 'One click confirms that this mailbox is yours.',
    button: 'Confirm and continue',
  },
  invite: {
    title: 'Accept the invitation',
    text: 'One click opens your new account.',
    button: 'Accept and continue',
  },
  recovery: {
    title: 'Reset your password',
    text: 'Continue to choose a new password.',
    button: 'Continue',
    opens: true,
  },
  magiclink: {
    title: 'Sign in',
    text: 'Continue to sign in with this link. It works once.',
    button: 'Sign in',
    opens: true,
  },
  email: {
    title: 'Sign in',
    text: 'Continue to sign in with this link. It works once.',
    button: 'Sign in',
    opens: true,
  },
  email_change: {
    title: 'Change your email address',
    text: 'One click approves the change of address.',
    button: 'Approve the change',
  },
  sms: { title: 'Sign in', text: 'Continue to sign in.', button: 'Sign in' },
  phone_change: {
    title: 'Change your phone number',
    text: 'One click approves the change of number.',
    button: 'Approve the change',
  },
};

async function page(
  siteName: string,
  { password: _, ...form }: VerifyForm,
  nonce: string,
  takesPassword: boolean,
  refusal: ApiError | undefined,
): Promise<string> {
  const { title, text, button, opens } = words[form.type];
  const fields = Object.entries(form).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const document = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${siteName}</title>
<style nonce="${nonce}">
  ${colorProperties()}
  body { margin: 0; background: var(--color-paper); color: var(--color-ink); font: 1.0625rem/1.6 Figtree, system-ui, sans-serif; }
  header { padding: 1rem 1.25rem; border-bottom: 1px solid var(--color-line); }
  main { max-width: 26rem; margin: 0 auto; padding: 4rem 1.25rem; }
  header, h1 { font-family: 'Source Serif 4', Georgia, serif; font-weight: 600; }
  h1 { margin: 0; font-size: 2rem; line-height: 1.15; text-wrap: balance; }
  p { margin: .75rem 0 2rem; color: var(--color-muted); }
  label { display: block; font-weight: 600; }
  .hint { margin: 0 0 .5rem; font-size: .9375rem; }
  .refusal { margin: 0 0 .5rem; color: var(--color-danger); font-weight: 600; }
  input[type=password] { box-sizing: border-box; width: 100%; margin: 0 0 1.5rem; padding: .75rem; border: 1px solid var(--color-muted); border-radius: .25rem; background: var(--color-paper); color: var(--color-ink); font: inherit; }
  input:focus-visible { outline: 2px solid var(--color-pine); outline-offset: 2px; }
  button { width: 100%; padding: .75rem 1.5rem; border: 0; border-radius: .25rem; background: var(--color-pine); color: var(--color-on-pine); font: inherit; font-weight: 600; cursor: pointer; }
  button:focus-visible { outline: 2px solid var(--color-ink); outline-offset: 2px; }
</style>
</head>
<body>
<header>${siteName}</header>
<main>
<h1>${title}</h1>
<p>${text}${opens && isPkceToken(form.token) ? ofBrowser : ''}</p>
<form method="post" action="/auth/v1/verify">
${fields}
${takesPassword ? passwordField(form, refusal) : ''}
<button type="submit">${button}</button>
</form>
</main>
</body>
</html>
`;
  return String(document);
}

/** What happens to the account if neither the browser nor a password shows whose it is. */
const withoutPassword =
  'Anywhere else, type it to keep it: without it, the password and sign-ins from before are removed, and you choose a new password.';
const withoutProof =
  'Anywhere else, type it: without it, the new address has to be confirmed once more.';

function passwordField({ type, token }: Omit<VerifyForm, 'password'>, refusal?: ApiError) {
  const isLeft = type === 'email_change' && isPkceToken(token);
  return html`<label for="password">Password of the account</label>
<p class="hint" id="password-hint">Not needed in the browser in which you signed up or are signed in. ${isLeft ? withoutProof : withoutPassword}</p>
${refusal ? html`<p class="refusal" role="alert">${refusal.message} Try again, or leave it empty.</p>` : ''}
<input type="password" id="password" name="password" autocomplete="current-password" aria-describedby="password-hint">`;
}
