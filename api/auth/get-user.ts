import { describeAccount } from './accounts.ts';
import type { Auth, Exchange } from './context.ts';
import { requireSession } from './require-session.ts';
import { json } from './respond.ts';

/** GET /user */
export async function getUser(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account } = await requireSession(auth, exchange);
  return json(describeAccount(account));
}
