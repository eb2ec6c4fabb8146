import type { SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import { newEmail, openBrowser } from './people.ts';
import { addApp } from './second-factor.ts';
import type { openTestApi } from './test-api.ts';

type TestApi = Awaited<ReturnType<typeof openTestApi>>;

export const strangersPassword = 'chosen-by-a-stranger';

/** A stranger signs up with somebody's address, signs in if possible, and settles in. */
export async function attack(mode: TestApi, flowType: 'implicit' | 'pkce' = 'implicit') {
  const { call, post, dependencies } = mode;
  const { confirmation } = dependencies.auth.settings;
  const email = newEmail();
  const attacker = openBrowser(call, { flowType });
  await attacker.auth.signUp({ email, password: strangersPassword });
  const link = confirmation === 'automatic' ? '' : (await post.newestTo(email)).link;
  if (confirmation !== 'required') {
    await signInIn(attacker, email, strangersPassword);
    await addApp(attacker);
  }
  return { email, attacker, link };
}

export async function expectLockedOut(mode: TestApi, attacker: SupabaseClient, email: string) {
  expect((await attacker.auth.getUser()).error).not.toBeNull();
  const { error } = await signIn(mode, email, strangersPassword);
  expect(error).toMatchObject({ code: 'invalid_credentials' });
  expect((await stateOf(mode, email)).factors).toEqual([]);
}

export function signIn({ call }: TestApi, email: string, password: string) {
  return openBrowser(call).auth.signInWithPassword({ email, password });
}

export async function signInIn(browser: SupabaseClient, email: string, password: string) {
  const answer = await browser.auth.signInWithPassword({ email, password });
  expect(answer.error).toBeNull();
  return answer;
}

/** The factors and identities of an account. */
export async function stateOf({ database }: TestApi, email: string) {
  const { rows } = await database.asService.query<{ factors: string[]; identities: string[] }>({
    text: `select array(select f.id::text from auth.mfa_factors f where f.user_id = u.id order by 1)
        as factors,
      array(select i.id::text from auth.identities i where i.user_id = u.id order by 1) as identities
      from auth.users u where email = $1`,
    values: [email],
  });
  return rows[0] ?? { factors: [], identities: [] };
}
