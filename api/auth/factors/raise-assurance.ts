import type { Session } from '#database/database.ts';
import { ApiError } from '../../errors.ts';
import { randomToken } from '../../secrets.ts';
import { type Factor, findAccount } from '../accounts.ts';
import type { Auth, Exchange } from '../context.ts';
import {
  answerWith,
  type Method,
  methodsBy,
  type OpenSession,
  refreshTokenAfter,
  type TokenResponse,
} from '../sessions/sessions.ts';

const methods: Record<Factor['factor_type'], string> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
};

/** Raises the session to aal2 with new tokens; the person's other sessions below aal2 end. */
export async function raiseAssurance(
  auth: Auth,
  exchange: Exchange,
  session: Session,
  open: OpenSession,
  factor: Pick<Factor, 'id' | 'factor_type'>,
): Promise<TokenResponse> {
  const { rowCount } = await session.query({
    text: `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`,
    values: [open.id, factor.id],
  });
  if (rowCount === 0) throw new ApiError('session_not_found');
  await session.query({
    text: `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)
      on conflict (session_id, authentication_method) do update set updated_at = now()`,
    values: [open.id, methods[factor.factor_type]],
  });
  await session.query({
    text: `with old as (
        update auth.refresh_tokens set revoked = true, updated_at = now()
        where session_id = $1 and not revoked
      )
      delete from auth.sessions where user_id = $2 and aal = 'aal1' and id <> $1`,
    values: [open.id, open.user_id],
  });
  const refreshToken = randomToken();
  await session.query(refreshTokenAfter(open, refreshToken));
  const account = await findAccount(session, 'id', open.user_id);
  if (!account) throw new ApiError('session_not_found');
  const { rows: amr } = await session.query<Method>(methodsBy(open.id));
  const assurance = { sessionId: open.id, aal: 'aal2', amr } as const;
  return answerWith(auth, exchange, account, assurance, refreshToken);
}
