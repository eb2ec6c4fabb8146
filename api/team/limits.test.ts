import { expect, it } from 'vitest';
import { createCandidates } from '#test/support/candidates.ts';
import { createTeams } from '#test/support/teams.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database, post } = api;
const { founder, join, invite, subscribe, tokenOf } = createTeams({ actors, database, post });
const { candidate, send } = createCandidates(actors);
const hello = 'Good morning, we are looking for somebody like you.';

it('whoever leaves takes along how many they began to write to, and leaves none of it to the heir', async () => {
  const admin = await founder();
  const { company } = admin;
  const leaver = await join(admin, 'Rae');
  await subscribe(leaver);
  const people = await Promise.all(Array.from({ length: 27 }, () => candidate()));
  const [late, other, ...first] = people;
  if (!late || !other) throw new Error('There are too few candidates.');
  for (const person of first) expect((await send(leaver, person, hello)).status).toBe(200);
  expect(await send(leaver, late, hello)).toMatchObject({ code: 'too_many_conversations' });

  await leaver.client.rpc('leave_company', { company, person: leaver.id });
  expect(await send(leaver, late, hello)).toMatchObject({ code: 'too_many_conversations' });
  expect(await send(admin, other, hello)).toMatchObject({ status: 200 });

  // Nor does coming back bring another day.
  await invite(admin, company, leaver.email);
  const { error } = await leaver.client.rpc('accept_invitation', {
    token: await tokenOf(leaver.email),
  });
  expect(error).toBeNull();
  expect(await send(leaver, late, hello)).toMatchObject({ code: 'too_many_conversations' });
});
