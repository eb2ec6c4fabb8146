import type { Caller } from '#database/database.ts';
import { readAddress } from '../address.ts';
import { ApiError } from '../errors.ts';
import { type GateKeys, identify } from '../gate.ts';
import type { TokenVerifier } from '../tokens.ts';
import type { Version } from './frames.ts';

export type Opening = { version: Version; caller: Caller };

const path = /^\/realtime\/v1\/websocket\/?$/;

/** Determines the role and version with which a socket is opened; throws if it may not be. */
export function createOpening(keys: GateKeys, verifyToken: TokenVerifier) {
  return async (url: URL, headers: Record<string, string | undefined>): Promise<Opening> => {
    if (!path.test(url.pathname)) throw new ApiError('not_found');
    const key = headers['x-api-key'] ?? headers.apikey;
    const said = new Headers();
    if (key) said.set('apikey', key);
    // Browsers send an Origin header: a secret key is refused there, whether in a header or not.
    if (headers.origin !== undefined) said.set('origin', headers.origin);
    const address = readAddress(url.href, keys.secretKey);
    const request = new Request(url, { headers: said });
    const caller = await identify(request, address, keys, verifyToken);
    if (caller.role === 'service_role' && headers.origin !== undefined) {
      throw new ApiError('secret_key_in_address');
    }
    return { version: versionOf(url), caller };
  };
}

function versionOf(url: URL): Version {
  const asked = url.searchParams.get('vsn') ?? '1.0.0';
  if (asked === '1.0.0' || asked === '2.0.0') return asked;
  throw new ApiError('not_supported', `The protocol has no version ${JSON.stringify(asked)}.`);
}
