import { importJWK, SignJWT } from 'jose';
import { makeSigningKey } from '#server/settings/keys.ts';
import { type Actor, createActors, signToken } from '#test/support/actors.ts';
import { passDay } from '#test/support/employers.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { testKeys } from '#test/support/test-keys.ts';
import type { Stage } from './stage.ts';

/** Who attacks. The service role is not included: whoever has its key needs no attack. */
export const callerKinds = [
  'visitor',
  'unconfirmed',
  'candidate',
  'member',
  'recruiter',
  'viewer',
  'staff',
  'owner',
  'half staff',
  'ended',
  'forged',
] as const;
export type CallerKind = (typeof callerKinds)[number];

export type Caller = { kind: CallerKind; id: string | undefined; headers: Record<string, string> };

export type Crowd = Awaited<ReturnType<typeof openCrowd>>;

/** The site's API, called over its port. */
const callAt = (url: string) => async (request: Request) => {
  const { pathname, search } = new URL(request.url);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return fetch(url + pathname + search, {
    method: request.method,
    headers: request.headers,
    redirect: 'manual',
    ...(hasBody && { body: await request.arrayBuffer() }),
  });
};

/**
 * One caller of each kind; `renew` creates fresh ones, because an attack that succeeds in closing
 * accounts closes its own.
 */
export async function openCrowd({ database, url, admin }: Stage) {
  const actors = createActors({ database, call: callAt(url) });
  const staff = createStaffActors({ actors, asAdmin: admin });
  const forged = await forgedTokens();
  const crowd = new Map<CallerKind, Caller[]>();

  async function renew() {
    const candidate = await actors.signedIn();
    await candidate.client
      .from('candidate_profiles')
      .insert({ user_id: candidate.id, headline: 'Coder', public_profile: true });
    const member = await actors.member();
    await passDay(database, member);
    const recruiter = await actors.signedIn();
    await database.asService.query({
      text: `insert into public.company_members (company_id, user_id, role)
        select company_id, $2, 'recruiter' from public.company_members where user_id = $1`,
      values: [member.id, recruiter.id],
    });
    const ended = await actors.signedIn();
    await database.asService.query({
      text: 'delete from auth.sessions where user_id = $1',
      values: [ended.id],
    });
    const set = (kind: CallerKind, ...people: Pick<Actor, 'id' | 'headers'>[]) =>
      crowd.set(
        kind,
        people.map(({ id, headers }) => ({ kind, id, headers })),
      );
    set('visitor', actors.anonymous);
    set('unconfirmed', await actors.signedIn(undefined, { isProved: false }));
    set('candidate', candidate);
    set('member', member);
    set('recruiter', recruiter);
    for (const role of ['viewer', 'staff', 'owner'] as const) set(role, await staff(role));
    set('half staff', await staff('owner', { level: 'aal1' }));
    set('ended', ended);
    set(
      'forged',
      ...forged.map((token) => ({
        id: undefined,
        headers: { apikey: testKeys.publishableKey, authorization: `Bearer ${token}` },
      })),
    );
  }
  await renew();

  return {
    actors,
    renew,
    ofKind: (kind: CallerKind) => crowd.get(kind) ?? [],
    ids: () => [...crowd.values()].flat().flatMap(({ id }) => (id ? [id] : [])),
  };
}

/** Tokens forged by somebody who has no key, or no longer has one. */
async function forgedTokens(): Promise<string[]> {
  const claims = {
    sub: crypto.randomUUID(),
    role: 'service_role',
    aud: 'authenticated',
    aal: 'aal2',
    session_id: crypto.randomUUID(),
  };
  const plain = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const [known] = testKeys.jwtKeys;
  const stranger = await makeSigningKey();
  const signedBy = async (key: typeof stranger, kid: string | undefined, header = {}) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT', ...(kid && { kid }), ...header })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await importJWK(key, 'ES256'));
  const { d: _, ...publicPart } = known ?? stranger;
  const byPublicKey = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: publicPart.kid })
    .setExpirationTime('1h')
    .sign(Buffer.from(JSON.stringify(publicPart)));
  const good = await signToken({ ...claims, role: 'authenticated' });
  const [head = '', body = '', signature = ''] = good.split('.');
  return [
    `${plain({ alg: 'none' })}.${plain(claims)}.`,
    `${plain({ alg: 'nOnE', typ: 'JWT' })}.${plain(claims)}.${signature}`,
    await signedBy(stranger, known?.kid),
    await signedBy(stranger, stranger.kid),
    await signedBy(stranger, '../../../../dev/null'),
    await signedBy(stranger, undefined, { jwk: publicPart, jku: 'https://attack.example/keys' }),
    byPublicKey,
    await signToken(claims, { expires: 1 }),
    // Signed with the site's key, for a session that never existed, and for a role that no token
    // may grant.
    good,
    await signToken(claims),
    await signToken({ ...claims, role: 'postgres' }),
    await signToken({ ...claims, sub: "' or 1=1 --", role: 'authenticated' }),
    `${head}.${plain({ ...claims, exp: 9e9 })}.${signature}`,
    `${head}.${body}.${'A'.repeat(86)}`,
    `${head}.${body}`,
    'x',
    'a.b.c',
    '.'.repeat(500),
    'a'.repeat(6_000),
  ];
}
