import { ApiError } from '../../errors.ts';
import { note } from '../audit.ts';
import type { Auth, Exchange } from '../context.ts';
import { removeFactor } from '../factors/unenroll.ts';
import { notify } from '../letters/notices.ts';
import { json } from '../respond.ts';
import { requireAdmin } from '../sessions/require-session.ts';
import { findUser } from './find-user.ts';

/** GET /admin/users/{id}/factors */
export async function listUserFactors({ database }: Auth, exchange: Exchange): Promise<Response> {
  requireAdmin(exchange);
  return json((await findUser(database.asService, exchange)).factors);
}

/** DELETE /admin/users/{id}/factors/{factorId}: the way back for somebody who lost them all. */
export async function deleteUserFactor(auth: Auth, exchange: Exchange): Promise<Response> {
  requireAdmin(exchange);
  return auth.database.asService.transaction(async (session) => {
    const account = await findUser(session, exchange);
    const factor = account.factors.find(({ id }) => id === exchange.params.factorId);
    if (!factor) throw new ApiError('mfa_factor_not_found');
    await removeFactor(session, account, factor);
    await note(session, exchange.client, account, 'factor_deleted', {
      factor_id: factor.id,
      by: 'admin',
    });
    await notify(exchange, session, account, 'factor-removed', factor.factor_type);
    return json({ id: factor.id });
  });
}
