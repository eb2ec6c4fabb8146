import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import {
  captchaField,
  challengeFields,
  checkCaptcha,
  knownEmailField,
  optional,
  phoneField,
  readBody,
  refuseTwoAddresses,
} from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { askedFrom } from '../first-proof.ts';
import { checkChallenge, rememberChallenge } from '../flows.ts';
import { askForLetter } from '../letters/ask-for-letter.ts';
import { wantedRedirect } from '../redirects.ts';
import { json } from '../respond.ts';
import type { LetterKind } from '../tasks.ts';

const kinds: Record<string, readonly LetterKind[]> = {
  signup: ['signup'],
  sms: ['signup'],
  email_change: ['email_change_current', 'email_change_new'],
  phone_change: ['phone_change'],
};

const missing = {
  signup: 'Type provided requires an email address',
  sms: 'Type provided requires a phone number',
  email_change: 'Missing email address or phone number',
  phone_change: 'Missing email address or phone number',
};

const bodySchema = z.object({
  type: z.enum(['signup', 'sms', 'email_change', 'phone_change'], {
    error: 'Missing one of these types: signup, email_change, sms, phone_change',
  }),
  email: optional(knownEmailField),
  phone: optional(phoneField),
  ...captchaField,
  ...challengeFields,
});

/** POST /resend. The queue determines what there is to send, if anything. */
export async function resend(auth: Auth, exchange: Exchange): Promise<Response> {
  const body = await readBody(exchange, bodySchema);
  const isByPhone = body.type === 'sms' || body.type === 'phone_change';
  const address = isByPhone ? body.phone : body.email;
  if (!address) {
    throw new ApiError('validation_failed', missing[body.type]);
  }
  refuseTwoAddresses(body, 'Only an email address or phone number should be provided.');
  if (isByPhone && !auth.settings.isPhoneOpen) throw new ApiError('phone_provider_disabled');
  checkChallenge(body);
  await checkCaptcha(auth, exchange, body);
  await auth.limits.takeLetter(exchange.client, address);
  await auth.database.asService.transaction(async (session) => {
    const browser = await askedFrom(session, exchange);
    const flowId = await rememberChallenge(session, body, `resend/${body.type}`, browser);
    const redirectTo = wantedRedirect(auth, exchange);
    for (const kind of kinds[body.type] ?? []) {
      await askForLetter(exchange, session, kind, { address }, { redirectTo, flowId });
    }
  });
  return json({});
}
