import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { type Account, asOfNow, hasVerifiedFactor } from '../accounts.ts';
import { note } from '../audit.ts';
import { optional, phoneField, readBody } from '../body.ts';
import type { Auth, Exchange } from '../context.ts';
import { json } from '../respond.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { refuseAnonymous, requireSession, requireStillOpen } from '../sessions/require-session.ts';
import type { OpenSession } from '../sessions/sessions.ts';
import { nameConflict, numberConflict } from './conflicts.ts';
import { requireAal2 } from './own-factor.ts';

const bodySchema = z.object({
  factor_type: z.enum(['totp', 'phone', 'webauthn'], {
    error: 'factor_type needs to be totp, phone, or webauthn',
  }),
  friendly_name: optional(z.string().trim().max(100)),
  issuer: optional(z.string().max(100)),
  phone: optional(phoneField),
});
type Body = z.infer<typeof bodySchema>;

const mostFactors = 10;

/** POST /factors */
export async function enrollFactor(auth: Auth, exchange: Exchange): Promise<Response> {
  const { account, session: open } = await requireSession(auth, exchange);
  const body = await readBody(exchange, bodySchema);
  refuseAnonymous(account);
  requireRoom(account, open, body);
  await requireRecentSignIn(auth, account, open);
  if (body.factor_type === 'phone' && !auth.settings.isSmsSent) {
    throw new ApiError('mfa_phone_enroll_not_enabled');
  }
  return auth.database.asService.transaction(async (session) => {
    await requireStillOpen(session, open);
    // Checked again under the lock: another tab may have been faster.
    const now = await asOfNow(session, account);
    requireRoom(now, open, body);
    const { id, more } = await enroll[body.factor_type](auth, exchange, session, now, body);
    await note(session, exchange.client, account, 'factor_in_progress', {
      factor_id: id,
      factor_type: body.factor_type,
    });
    return json({
      id,
      type: body.factor_type,
      friendly_name: body.friendly_name ?? '',
      ...more,
    });
  });
}

function requireRoom(account: Account, open: OpenSession, { friendly_name }: Body) {
  if (hasVerifiedFactor(account)) requireAal2(open, 'enroll a new factor');
  checkRoom(account, friendly_name);
}

export function checkRoom({ factors }: Account, name: string | undefined) {
  if (factors.length >= mostFactors) throw new ApiError('too_many_enrolled_mfa_factors');
  if (name && factors.some((factor) => factor.friendly_name === name)) {
    throw nameConflict(name);
  }
}

type Enroll = (
  auth: Auth,
  exchange: Exchange,
  session: Session,
  account: Account,
  body: Body,
) => Promise<{ id: string; more: object }>;

const enroll: Record<Body['factor_type'], Enroll> = {
  async totp({ settings }, _exchange, session, account, body) {
    const totp = new TOTP({
      issuer: body.issuer ?? settings.siteName,
      label: account.email ?? account.phone ?? account.id,
      secret: new Secret({ size: 20 }),
    });
    const secret = totp.secret.base32;
    const id = await addFactor(session, account, body, { secret });
    const uri = totp.toString();
    return { id, more: { totp: { qr_code: renderSVG(uri), secret, uri } } };
  },

  async phone(_auth, _exchange, session, account, body) {
    if (!body.phone) {
      throw new ApiError('validation_failed', 'Phone number required to enroll Phone factor');
    }
    const same = account.factors.find(({ phone }) => phone === body.phone);
    if (same?.status === 'verified') throw numberConflict();
    if (same) {
      await session.query({
        text: 'delete from auth.mfa_factors where id = $1',
        values: [same.id],
      });
    }
    const id = await addFactor(session, account, body, { phone: body.phone });
    return { id, more: { phone: body.phone } };
  },

  async webauthn(_auth, _exchange, session, account, body) {
    return { id: await addFactor(session, account, body, {}), more: {} };
  },
};

async function addFactor(
  session: Session,
  account: Account,
  { factor_type, friendly_name }: Body,
  { secret, phone }: { secret?: string; phone?: string },
): Promise<string> {
  const { rows } = await session.query<{ id: string }>({
    text: `insert into auth.mfa_factors (user_id, factor_type, friendly_name, secret, phone)
      values ($1, $2, $3, $4, $5) returning id`,
    values: [account.id, factor_type, friendly_name, secret, phone],
  });
  const [factor] = rows;
  if (!factor) throw new Error('The factor was not noted.');
  return factor.id;
}
