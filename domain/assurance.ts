export type Assurance = 'aal1' | 'aal2' | 'aal3';

/** Reads the level that an access token states. Only to choose a screen: the service checks it. */
export function assuranceOf(accessToken: string): Assurance {
  try {
    const [, payload = ''] = accessToken.split('.');
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const isObject = typeof claims === 'object' && claims !== null;
    const aal = isObject && 'aal' in claims ? claims.aal : 'aal1';
    return aal === 'aal2' || aal === 'aal3' ? aal : 'aal1';
  } catch {
    return 'aal1';
  }
}

/** A verified factor makes the next level aal2; until it is reached the sign-in is half done. */
export function needsSecondFactor(session: {
  access_token: string;
  user: { factors?: readonly { status: string; factor_type: string }[] | null };
}): boolean {
  const hasFactor = session.user.factors?.some(
    ({ status, factor_type }) => status === 'verified' && factor_type !== 'recovery_code',
  );
  return Boolean(hasFactor) && assuranceOf(session.access_token) === 'aal1';
}
