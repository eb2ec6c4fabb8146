import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { findAccount } from '../accounts.ts';
import {
  captchaField,
  challengeFields,
  channelField,
  checkCaptcha,
  emailField,
  knownEmailField,
  metadataField,
  optional,
  phoneField,
  readBody,
  refuseTwoAddresses,
  requireChannel,
} from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { askedFrom } from '../first-proof.ts';
import { checkChallenge, rememberChallenge } from '../flows.ts';
import { askForLetter } from '../letters/ask-for-letter.ts';
import { requireSms } from '../letters/require-sms.ts';
import { isSignUpOpen } from '../open-sign-up.ts';
import { refuseOwnName } from '../own-name.ts';
import { wantedRedirect } from '../redirects.ts';
import { json } from '../respond.ts';

const bodySchema = z.object({
  email: optional(knownEmailField),
  phone: optional(phoneField),
  create_user: z.boolean().nullish(),
  data: metadataField.nullish(),
  ...channelField,
  ...captchaField,
  ...challengeFields,
});

/** POST /otp and /magiclink. The queue determines whether an account exists or is to be created. */
export async function sendOtp(auth: Auth, exchange: Exchange): Promise<Response> {
  const body = await readBody(exchange, bodySchema);
  refuseOwnName(auth.settings, body.data);
  refuseTwoAddresses(body);
  if (body.email && body.channel) {
    throw new ApiError('validation_failed', 'Channel should only be specified with Phone OTP');
  }
  const address = body.email ?? body.phone;
  if (!address) throw new ApiError('validation_failed', 'One of email or phone must be set');
  if (!body.email && !auth.settings.isPhoneOpen) {
    throw new ApiError('phone_provider_disabled', 'Unsupported phone provider');
  }
  if (!body.email) {
    requireChannel(body);
    requireSms(auth.settings);
  }
  checkChallenge(body);
  await checkCaptcha(auth, exchange, body);
  if (body.create_user === false) await requireKnown(auth, exchange, body);
  await auth.limits.takeLetter(exchange.client, address);
  const isFitForNew = !body.email || emailField.safeParse(body.email).success;
  await auth.database.asService.transaction(async (session) => {
    const mayCreate =
      body.create_user !== false && isFitForNew && (await isSignUpOpen(auth.settings, session));
    const browser = await askedFrom(session, exchange);
    const flowId = await rememberChallenge(session, body, 'magiclink', browser);
    await askForLetter(
      exchange,
      session,
      'magiclink',
      { address },
      {
        redirectTo: wantedRedirect(auth, exchange),
        flowId,
        createWith: mayCreate ? (body.data ?? {}) : undefined,
      },
    );
  });
  return json({});
}

/**
 * Where sign-up returns a session at once, it reveals whether an address is taken, so this may too, for clients that
 * want no account created. Elsewhere the answer is the same for everybody.
 */
async function requireKnown(
  { settings, database, limits }: Auth,
  { client }: Exchange,
  { email, phone }: z.infer<typeof bodySchema>,
) {
  if (settings.confirmation !== 'automatic') return;
  const way = email ? 'email' : 'phone';
  const known = await findAccount(database.asService, way, email ?? phone ?? '');
  if (known) return;
  // Costs the client as much as a letter, because it is a guess; none is sent, so nothing counts for the address.
  await limits.take('letterFrom', client.counted);
  throw new ApiError('otp_disabled');
}
