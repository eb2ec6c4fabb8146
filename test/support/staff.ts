import type { StaffRole } from '#domain/staff/staff.ts';
import { type Actor, type Actors, signToken } from './actors.ts';
import type { asAdmin } from './engine.ts';
import { testKeys } from './test-keys.ts';

export type StaffActor = Actor & { id: string; email: string; sessionId: string };

/** Creates people with a staff role whose session is past the second factor. */
export function createStaffActors({
  actors,
  asAdmin: admin,
}: {
  actors: Actors;
  asAdmin: (work: Parameters<typeof asAdmin>[1]) => Promise<void>;
}) {
  return async function staffActor(
    role: StaffRole,
    { level = 'aal2', shownAgo = '1 second' }: { level?: 'aal1' | 'aal2'; shownAgo?: string } = {},
  ): Promise<StaffActor> {
    const email = `${role}-${crypto.randomUUID()}@staff.test`;
    const person = await actors.signedIn(email);
    const sessionId = String(person.caller.claims.session_id);
    await admin(async (client) => {
      await client.query('begin');
      await client.query(
        `insert into staff.members (user_id, role, appointed_at, accepted_at)
          values ($1, $2, now() - interval '1 year', now() - interval '1 year')`,
        [person.id, role],
      );
      await client.query(
        "select staff.append('command', null, null, 'appoint', 'person', $1, null, null, null)",
        [person.id],
      );
      if (level === 'aal2') {
        await client.query(`update auth.sessions set aal = 'aal2' where id = $1`, [sessionId]);
        await client.query(
          `insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
            values (gen_random_uuid(), $1, 'totp', now(), now() - $2::interval)`,
          [sessionId, shownAgo],
        );
      }
      await client.query('commit');
    });
    const claims = { ...person.caller.claims, aal: level };
    const token = await signToken(claims);
    return {
      ...person,
      email,
      sessionId,
      caller: { role: 'authenticated', claims },
      headers: { apikey: testKeys.publishableKey, authorization: `Bearer ${token}` },
    };
  };
}
