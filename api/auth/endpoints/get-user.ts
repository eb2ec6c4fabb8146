import { describeAccount } from '../accounts.ts';
import type { Auth, Exchange } from '../context.ts';
import { json } from '../respond.ts';
import { requireSession } from '../sessions/require-session.ts';

/** GET /user */
export async function getUser(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account } = await requireSession(auth, exchange);
  return json(describeAccount(account));
}
