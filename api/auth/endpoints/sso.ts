import { ApiError } from '../../errors.ts';

/** /sso and what is below it: single sign-on is not offered, and the client asks whether it is. */
export async function refuseSso(): Promise<Response> {
  throw new ApiError('saml_provider_disabled');
}
