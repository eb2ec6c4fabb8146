import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { type Account, asOfNow, type Factor } from '../accounts.ts';
import { note } from '../audit.ts';
import { optional, phoneField, readBody } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { nameConflict, numberConflict } from '../factors/conflicts.ts';
import { requireFactorId } from '../factors/own-factor.ts';
import { removeFactor } from '../factors/unenroll.ts';
import { notify } from '../letters/notices.ts';
import { json } from '../respond.ts';
import { requireAdmin } from '../sessions/require-session.ts';
import { findUser, findUserLocked } from './find-user.ts';

/** GET /admin/users/{id}/factors */
export async function listUserFactors({ database }: Auth, exchange: Exchange): Promise<Response> {
  requireAdmin(exchange);
  return json((await findUser(database.asService, exchange)).factors);
}

const changesSchema = z.object({
  friendly_name: optional(z.string().trim().max(100)),
  phone: optional(phoneField),
});

/** PUT /admin/users/{id}/factors/{factorId}: a new name, or a new number for a phone factor. */
export async function updateUserFactor(auth: Auth, exchange: Exchange): Promise<Response> {
  requireAdmin(exchange);
  const body = await readBody(exchange, changesSchema);
  return auth.database.asService.transaction(async (session) => {
    const account = await findUserLocked(session, exchange);
    const factor = factorOf(account, exchange);
    const phone = factor.factor_type === 'phone' ? body.phone : undefined;
    const others = account.factors.filter(({ id }) => id !== factor.id);
    if (others.some(({ friendly_name: name }) => name && name === body.friendly_name)) {
      throw nameConflict(body.friendly_name);
    }
    if (phone && others.some((other) => other.phone === phone)) {
      throw numberConflict();
    }
    await session.query({
      // A code sent to the old number proves nothing about the new one.
      text: `with asked as (
          delete from auth.mfa_challenges where factor_id = $1 and $3::text is not null
        )
        update auth.mfa_factors set friendly_name = coalesce($2, friendly_name),
          phone = coalesce($3, phone), updated_at = now() where id = $1`,
      values: [factor.id, body.friendly_name, phone],
    });
    await note(session, exchange.client, account, 'factor_updated', {
      factor_id: factor.id,
      by: 'admin',
    });
    if (phone) await notify(exchange, session, account, 'factor-added', 'phone');
    return json(factorOf(await asOfNow(session, account), exchange));
  });
}

/** DELETE /admin/users/{id}/factors/{factorId}: the way back for people who have lost all of their factors. */
export async function deleteUserFactor(auth: Auth, exchange: Exchange): Promise<Response> {
  requireAdmin(exchange);
  return auth.database.asService.transaction(async (session) => {
    const account = await findUserLocked(session, exchange);
    const factor = factorOf(account, exchange);
    await removeFactor(session, account, factor);
    await note(session, exchange.client, account, 'factor_deleted', {
      factor_id: factor.id,
      by: 'admin',
    });
    await notify(exchange, session, account, 'factor-removed', factor.factor_type);
    return json({ id: factor.id });
  });
}

function factorOf({ factors }: Account, { params }: Exchange): Factor {
  requireFactorId(params.factorId);
  const factor = factors.find(({ id }) => id === params.factorId);
  if (!factor) throw new ApiError('mfa_factor_not_found');
  return factor;
}
