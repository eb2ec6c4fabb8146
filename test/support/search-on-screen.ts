import type { Page } from '@playwright/test';
import type { TestServer } from './start-test-server.ts';

export const newTown = () => `Harbor ${crypto.randomUUID().slice(0, 8)}`;
export const countOn = (page: Page) => page.locator('.candidates-count');

/** Candidates who never use the site themselves. */
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
