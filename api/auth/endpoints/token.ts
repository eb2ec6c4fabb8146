import { ApiError } from '../../errors.ts';
import type { Auth, Endpoint, Exchange } from '../context.ts';
import { grantByIdToken } from './grant-id-token.ts';
import { grantByPassword } from './grant-password.ts';
import { grantByAuthCode } from './grant-pkce.ts';
import { grantByRefreshToken } from './grant-refresh-token.ts';

const grants = new Map<string, Endpoint>(
  Object.entries({
    password: grantByPassword,
    refresh_token: grantByRefreshToken,
    pkce: grantByAuthCode,
    id_token: grantByIdToken,
    web3: refuseWallets,
  }),
);

/** POST /token?grant_type=… */
export async function grantToken(auth: Auth, exchange: Exchange): Promise<Response> {
  const grant = grants.get(exchange.url.searchParams.get('grant_type') ?? '');
  if (!grant) throw new ApiError('invalid_credentials', 'unsupported_grant_type');
  // The password grant takes its limit in the round trip that reads the account.
  if (grant !== grantByPassword) {
    const limit = grant === grantByRefreshToken ? 'refresh' : 'token';
    await auth.limits.take(limit, exchange.client.counted);
  }
  return grant(auth, exchange);
}

/** Signing in with a crypto wallet is not available, and the client asks for it by this name. */
async function refuseWallets(): Promise<Response> {
  throw new ApiError('web3_provider_disabled');
}
