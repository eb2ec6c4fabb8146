import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { knownEmailField } from '../body.ts';

const isAscii = /^[ -~]*$/;

/** Who somebody is, according to a provider. */
export type Profile = {
  providerId: string;
  email: string | undefined;
  isEmailVerified: boolean;
  /** The identity's data, with the field names of Supabase Auth. */
  data: Record<string, unknown>;
  accessToken?: string | undefined;
  refreshToken?: string | undefined;
};

const truth = z.union([z.boolean(), z.enum(['true', 'false']), z.literal(1), z.literal(0)]);

const claimsSchema = z.looseObject({
  iss: z.string().optional(),
  sub: z.string().min(1).max(255),
  email: z.string().max(255).optional(),
  email_verified: truth.optional(),
  /** Microsoft's claim for a verified email: there `email` alone proves nothing. */
  xms_edov: truth.optional(),
  name: z.string().max(500).optional(),
  picture: z.string().max(2_000).optional(),
});

export function profileFromClaims(given: object): Profile {
  const parsed = claimsSchema.safeParse(given);
  if (!parsed.success)
    throw new ApiError('bad_oauth_callback', 'The provider sent claims that cannot be read');
  const claims = parsed.data;
  const written = claims.email ?? '';
  const email = knownEmailField.safeParse(written).data;
  const verdict = claims.email_verified ?? claims.xms_edov;
  // Lowercasing maps some letters to other ones: the mailbox of `K` (the Kelvin sign) is not that of `k`.
  const isEmailVerified =
    Boolean(email) &&
    isAscii.test(written) &&
    (verdict === true || verdict === 'true' || verdict === 1);
  return {
    providerId: claims.sub,
    email,
    isEmailVerified,
    data: {
      iss: claims.iss,
      sub: claims.sub,
      provider_id: claims.sub,
      email,
      email_verified: isEmailVerified,
      phone_verified: false,
      name: claims.name,
      full_name: claims.name,
      picture: claims.picture,
      avatar_url: claims.picture,
    },
  };
}
