import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import {
  captchaField,
  challengeFields,
  checkCaptcha,
  knownEmailField,
  optional,
  readBody,
} from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { askedFrom } from '../first-proof.ts';
import { checkChallenge, rememberChallenge } from '../flows.ts';
import { askForLetter } from '../letters/ask-for-letter.ts';
import { wantedRedirect } from '../redirects.ts';
import { json } from '../respond.ts';

const bodySchema = z.object({
  email: optional(knownEmailField),
  ...captchaField,
  ...challengeFields,
});

/** POST /recover. The answer and its timing are the same whether or not anybody has the address. */
export async function recover(auth: Auth, exchange: Exchange): Promise<Response> {
  const body = await readBody(exchange, bodySchema);
  const address = body.email;
  if (!address) throw new ApiError('validation_failed', 'Password recovery requires an email');
  checkChallenge(body);
  await checkCaptcha(auth, exchange, body);
  await auth.limits.takeLetter(exchange.client, address);
  await auth.database.asService.transaction(async (session) => {
    const browser = await askedFrom(session, exchange);
    const flowId = await rememberChallenge(session, body, 'recovery', browser);
    const recipient = { address };
    const redirectTo = wantedRedirect(auth, exchange);
    await askForLetter(exchange, session, 'recovery', recipient, { redirectTo, flowId });
  });
  return json({});
}
