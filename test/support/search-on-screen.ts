import type { Page } from '@playwright/test';
import { watch } from './browser.ts';
import { newPerson, signInDirectly } from './people-on-screen.ts';
import type { TestServer } from './start-test-server.ts';

export const newTown = () => `Harbor ${crypto.randomUUID().slice(0, 8)}`;
export const countOn = (page: Page) => page.locator('.candidates-count');

/** Somebody new, signed in there. */
export async function enter(server: TestServer, page: Page) {
  const session = await signInDirectly(page.context(), server.url, await newPerson(server.url));
  const complaints: string[] = [];
  watch(page, complaints);
  return { page, complaints, id: String(session.user.id) };
}

/** Until tomorrow. */
export async function subscribe({ database }: TestServer, id: string) {
  await database.asService.query({
    text: `insert into public.subscriptions (user_id, product_id, status, current_period_end)
      values ($1, 'prod_test', 'active', now() + interval '1 day')`,
    values: [id],
  });
}

/** Candidates who never come themselves. */
export async function publishOthers(
  { database }: TestServer,
  town: string,
  people: { level: string; skill: string }[],
) {
  await database.asService.query({
    text: `with people as (
        insert into auth.users (id, aud, role) select gen_random_uuid(), 'authenticated', 'authenticated'
          from json_array_elements($2) returning id),
      numbered as (select id, row_number() over () as place from people)
      insert into public.candidate_profiles
        (user_id, public_profile, headline, location, experience_level, skills)
      select id, true, 'Coder', $1, wish ->> 'level', array[wish ->> 'skill']
        from numbered join json_array_elements($2) with ordinality as w (wish, place) using (place)`,
    values: [town, JSON.stringify(people)],
  });
}
