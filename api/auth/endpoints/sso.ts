import { ApiError } from '../../errors.ts';

/** /sso and everything below it: single sign-on is not available, and the client asks whether it is. */
export async function refuseSso(): Promise<Response> {
  throw new ApiError('saml_provider_disabled');
}
