export type Assurance = 'aal1' | 'aal2' | 'aal3';

/** Reads the assurance level from an access token. Only to choose a screen: the service verifies it. */
export function assuranceOf(accessToken: string): Assurance {
  const { aal } = claimsOf(accessToken);
  return aal === 'aal2' || aal === 'aal3' ? aal : 'aal1';
}

/** Whose token it is, unverified: only to compare it with another one. */
export function personIn(accessToken: string): unknown {
  return claimsOf(accessToken).sub;
}

/** The claims of an access token, unverified: only for a screen to show. */
function claimsOf(accessToken: string): { aal?: unknown; sub?: unknown } {
  try {
    const [, payload = ''] = accessToken.split('.');
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (each) =>
      each.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
}

/** A verified factor makes aal2 the next level; until it is reached, the sign-in is half done. */
export function needsSecondFactor(session: {
  access_token: string;
  user: { factors?: readonly { status: string; factor_type: string }[] | null };
}): boolean {
  const hasFactor = session.user.factors?.some(
    ({ status, factor_type }) => status === 'verified' && factor_type !== 'recovery_code',
  );
  return Boolean(hasFactor) && assuranceOf(session.access_token) === 'aal1';
}
