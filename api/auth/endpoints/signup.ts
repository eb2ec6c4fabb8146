import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { type Account, describeAccount, findAccount, updateAccount } from '../accounts.ts';
import { note } from '../audit.ts';
import {
  captchaField,
  challengeFields,
  channelField,
  checkCaptcha,
  emailField,
  metadataField,
  optional,
  passwordField,
  phoneField,
  readBody,
  refuseTwoAddresses,
  requireChannel,
} from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { createAccount, imagineAccount, type NewAccount } from '../create-account.ts';
import { type BrowserFacts, checkChallenge, rememberChallenge } from '../flows.ts';
import { askForLetter } from '../letters/ask-for-letter.ts';
import { notify } from '../letters/notices.ts';
import { requireSms } from '../letters/require-sms.ts';
import { requireOpenSignUp } from '../open-sign-up.ts';
import { refuseOwnName } from '../own-name.ts';
import { checkStrength } from '../passwords.ts';
import { wantedRedirect } from '../redirects.ts';
import { json } from '../respond.ts';
import { openSession } from '../sessions/sessions.ts';

const bodySchema = z.object({
  email: optional(emailField),
  phone: optional(phoneField),
  password: optional(passwordField),
  data: metadataField.nullish(),
  ...channelField,
  ...captchaField,
  ...challengeFields,
});
type Body = z.infer<typeof bodySchema>;

/** POST /signup */
export async function signUp(auth: Auth, exchange: Exchange): Promise<Response> {
  const { settings, limits, passwords, database } = auth;
  const body = await readBody(exchange, bodySchema);
  refuseOwnName(settings, body.data);
  // Only we use the invitation; it is not part of the person's metadata.
  const { invitation, ...data } = body.data ?? {};
  await requireOpenSignUp(settings, database.asService, {
    email: body.email,
    invitation: typeof invitation === 'string' ? invitation : undefined,
  });
  await checkCaptcha(auth, exchange, body);
  refuseTwoAddresses(body, 'Only an email address or phone number should be provided on signup.');
  const address = body.email ?? body.phone;
  if (!address) return signUpAnonymously(auth, exchange, body);
  if (!body.email && !settings.isPhoneOpen) {
    throw new ApiError('phone_provider_disabled', 'Phone signups are disabled');
  }
  if (!body.password) {
    throw new ApiError('validation_failed', 'Signup requires a valid password');
  }
  checkStrength(body.password, settings);
  if (!body.email) {
    requireChannel(body);
    // The code itself is typed where it was requested.
    if (body.code_challenge) {
      throw new ApiError('validation_failed', 'PKCE not supported for phone signups');
    }
  }
  checkChallenge(body);
  const isConfirmed = settings.confirmation === 'automatic';
  if (!body.email && !isConfirmed) requireSms(settings);
  if (isConfirmed) await limits.take('account', exchange.client.counted);
  else await limits.takeLetter(exchange.client, address);

  // Hashed before we know whether the address is free, so that the time reveals nothing.
  const passwordHash = await passwords.hash(body.password);
  const person: NewAccount = {
    email: body.email,
    phone: body.email ? undefined : body.phone,
    passwordHash,
    userMetadata: data,
  };
  return database.asService.transaction(async (session) => {
    const known = await findAccount(session, body.email ? 'email' : 'phone', address);
    if (known) return answerTaken(auth, exchange, session, known, person, body);
    const account = await createAccount(session, {
      ...person,
      isEmailConfirmed: isConfirmed && Boolean(body.email),
      isPhoneConfirmed: isConfirmed && !body.email,
    });
    if (!account) {
      // Somebody else took the address in the meantime.
      const first = await findAccount(session, body.email ? 'email' : 'phone', address);
      if (!first) throw new ApiError('user_already_exists');
      return answerTaken(auth, exchange, session, first, person, body);
    }
    await note(session, exchange.client, account, 'user_signedup');
    if (isConfirmed) {
      return json(await openSession(auth, exchange, session, account, 'password'));
    }
    const asked = await askToConfirm(auth, exchange, session, account, body, {
      browser_of: account.id,
      typed_password: passwordHash,
    });
    return json(describeAccount(asked));
  });
}

/** The address is taken. Its owner is told; the caller sees what a new account would look like. */
async function answerTaken(
  auth: Auth,
  exchange: Exchange,
  session: Session,
  known: Account,
  person: NewAccount,
  body: Body,
): Promise<Response> {
  // If sign-up returns a session at once, no answer fits both cases, and Supabase Auth gives an error too.
  const { confirmation } = auth.settings;
  if (confirmation === 'automatic') throw new ApiError('user_already_exists');
  await note(session, exchange.client, known, 'user_repeated_signup');
  // Where confirmation is required, nobody can use an unconfirmed account, so the caller may be its owner who has
  // lost the link. Elsewhere a new link would only invalidate the one they have.
  const isWaiting = confirmation === 'required' && !known.confirmed_at;
  if (isWaiting) {
    const typed_password = person.passwordHash ?? null;
    await askToConfirm(auth, exchange, session, known, body, { typed_password });
  } else await notify(exchange, session, known, 'address-taken');
  return json(describeAccount(imagineAccount(person)));
}

async function askToConfirm(
  auth: Auth,
  exchange: Exchange,
  session: Session,
  account: Account,
  body: Body,
  browser: BrowserFacts,
): Promise<Account> {
  const redirectTo = wantedRedirect(auth, exchange);
  const flowId = await rememberChallenge(session, body, 'email/signup', browser);
  const confirmation_sent_at = account.created_at;
  await updateAccount(session, account.id, { confirmation_sent_at });
  const recipient = { userId: account.id };
  await askForLetter(exchange, session, 'signup', recipient, { redirectTo, flowId });
  return { ...account, confirmation_sent_at };
}

async function signUpAnonymously(auth: Auth, exchange: Exchange, body: Body): Promise<Response> {
  if (!auth.settings.isAnonymousOpen) throw new ApiError('anonymous_provider_disabled');
  await auth.limits.take('account', exchange.client.counted);
  return auth.database.asService.transaction(async (session) => {
    const account = await createAccount(session, {
      isAnonymous: true,
      userMetadata: body.data ?? {},
    });
    if (!account) throw new Error('Nobody else can have this id.');
    await note(session, exchange.client, account, 'user_signedup', { anonymous: true });
    return json(await openSession(auth, exchange, session, account, 'anonymous'));
  });
}
