import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { importJWK, SignJWT } from 'jose';
import type { Caller, Database } from '#database/database.ts';
import type { Database as Schema } from '#domain/database-types.ts';
import type { AddPerson } from './database-behind.ts';
import { siteUrl } from './site-url.ts';
import { testKeys } from './test-keys.ts';

/** Somebody who uses the site: as SQL sees them, and with an official client of their own. */
export type Actor = {
  id: string | undefined;
  caller: Caller;
  client: SupabaseClient<Schema>;
  headers: Record<string, string>;
};

export type Actors = ReturnType<typeof createActors>;

export function createActors({
  database,
  call,
  addPerson = addOwnPerson,
}: {
  database: Database;
  call: (request: Request) => Promise<Response>;
  addPerson?: AddPerson | undefined;
}) {
  function connect(key: string, token?: string): SupabaseClient<Schema> {
    return createClient<Schema>(siteUrl, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      ...(token ? { accessToken: async () => token } : {}),
      global: { fetch: (input, init) => call(new Request(input, init)) },
    });
  }

  /** A person with an account, signed in. */
  async function signedIn(
    email = `${crypto.randomUUID()}@people.example`,
    { isProved = true } = {},
  ): Promise<Actor & { id: string }> {
    const [id, sessionId] = [crypto.randomUUID(), crypto.randomUUID()];
    await addPerson({ id, email, sessionId, isProved }, database);
    const claims = {
      sub: id,
      email,
      role: 'authenticated',
      aud: 'authenticated',
      aal: 'aal1',
      session_id: sessionId,
    };
    const token = await signToken(claims);
    return {
      id,
      caller: { role: 'authenticated', claims },
      client: connect(testKeys.publishableKey, token),
      headers: { apikey: testKeys.publishableKey, authorization: `Bearer ${token}` },
    };
  }

  const anonymous: Actor = {
    id: undefined,
    caller: { role: 'anon', claims: { role: 'anon' } },
    client: connect(testKeys.publishableKey),
    headers: { apikey: testKeys.publishableKey },
  };

  /** The company's own tools, which hold the secret key. */
  const staff: Actor = {
    id: undefined,
    caller: { role: 'service_role', claims: { role: 'service_role' } },
    client: connect(testKeys.secretKey),
    headers: { apikey: testKeys.secretKey },
  };

  /**
   * An employer who has said for whom they hire, with a membership until tomorrow or another time.
   */
  async function member(
    until = new Date(Date.now() + 86_400_000),
  ): Promise<Actor & { id: string }> {
    const person = await signedIn();
    await database.asService.query({
      text: `insert into public.subscriptions (user_id, product_id, status, current_period_end)
        values ($1, 'prod_test', 'active', $2)`,
      values: [person.id, until],
    });
    await database.asService.query({
      text: 'insert into public.employers (user_id, company) values ($1, $2)',
      values: [person.id, `Practice ${person.id}`],
    });
    return person;
  }

  return { anonymous, staff, signedIn, member };
}

const addOwnPerson: AddPerson = ({ id, email, sessionId, isProved }, database) =>
  database.asService.query({
    text: `with person as (
        insert into auth.users (id, aud, role, email, email_confirmed_at, email_proved_at, created_at,
          updated_at)
        values ($1, 'authenticated', 'authenticated', $2, now(), case when $4 then now() end, now(), now())
        returning id
      )
      insert into auth.sessions (id, user_id) select $3, id from person`,
    values: [id, email, sessionId, isProved],
  });

export async function signToken(
  claims: Record<string, unknown>,
  { expires = '1h' }: { expires?: string | number } = {},
): Promise<string> {
  const [jwk] = testKeys.jwtKeys;
  if (!jwk) throw new Error('There is no test key.');
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: jwk.kid, typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(await importJWK(jwk, 'ES256'));
}
