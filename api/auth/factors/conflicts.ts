import { ApiError } from '../../errors.ts';

/** Why a factor cannot have this name or number, in the words of Supabase Auth. */
export function nameConflict(name: string | undefined): ApiError {
  return new ApiError(
    'mfa_factor_name_conflict',
    `A factor with the friendly name ${JSON.stringify(name ?? '')} for this user already exists`,
  );
}

export function numberConflict(): ApiError {
  return new ApiError(
    'mfa_verified_factor_exists',
    'A verified phone factor already exists, unenroll the existing factor to continue',
  );
}
