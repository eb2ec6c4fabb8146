import { expect, it } from 'vitest';
import { createCandidates } from '#test/support/candidates.ts';
import { newEmail } from '#test/support/people.ts';
import { createTeams } from '#test/support/teams.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database, post } = api;
const { founder, join, invite, person, subscribe, tokenOf } = createTeams({
  actors,
  database,
  post,
});
const { candidate, send } = createCandidates(actors);
const hello = 'Good morning, we are looking for somebody like you.';

it('somebody who leaves keeps their count of started conversations, and passes none of it to the heir', async () => {
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

  // Nor does rejoining start a new day.
  await invite(admin, company, leaver.email);
  const { error } = await leaver.client.rpc('accept_invitation', {
    token: await tokenOf(leaver.email),
  });
  expect(error).toBeNull();
  expect(await send(leaver, late, hello)).toMatchObject({ code: 'too_many_conversations' });
});

it('nobody works for more than twenty companies', async () => {
  const [admin, asked] = [await founder(), await person()];
  await invite(admin, admin.company, asked.email);
  const token = await tokenOf(asked.email);
  await database.asService.query({
    text: `with made as (
        insert into public.companies (slug, name)
          select 'many-' || number, 'Many ' || number from generate_series(1, 20) as number returning id
      )
      insert into public.company_members (company_id, user_id, role) select id, $1, 'viewer' from made`,
    values: [asked.id],
  });
  const accept = () => asked.client.rpc('accept_invitation', { token });
  expect(await accept()).toMatchObject({
    status: 409,
    error: { message: 'You work for 20 companies already. Leave one first.' },
  });
  await database.asService.query({
    text: `delete from public.company_members where user_id = $1
      and company_id = (select id from public.companies where slug = 'many-1')`,
    values: [asked.id],
  });
  expect((await accept()).error).toBeNull();
});

it('a mailbox gets three invitations a day, even from companies at the same moment', async () => {
  const founders = [];
  for (let nth = 0; nth < 8; nth += 1) founders.push(await founder(`Kim Founder ${nth}`));
  const address = newEmail();
  const answers = await Promise.all(founders.map((admin) => invite(admin, admin.company, address)));
  expect(answers.filter(({ error }) => !error)).toHaveLength(3);
});

it('a mailbox stays the same, whatever plus suffix its address has', async () => {
  const admin = await founder();
  const address = newEmail();
  const statuses = [];
  for (const alias of ['', '+1', '+2', '+3']) {
    const to = address.replace('@', `${alias}@`);
    statuses.push((await invite(admin, admin.company, to)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  // A limit over a day cannot say when it ends.
  const another = address.replace('@', '+4@');
  const asked = { company: admin.company, address: another, as_role: 'viewer' };
  const refused = await api.fetch('/rest/v1/rpc/invite_to_company', {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  // Gmail ignores dots too.
  const [name] = address.replaceAll('-', '').split('@');
  const dotted = [];
  for (const [first, host] of [
    ['a', 'gmail'],
    ['a.', 'gmail'],
    ['a', 'googlemail'],
    ['a.', 'googlemail'],
  ]) {
    dotted.push((await invite(admin, admin.company, `${first}${name}@${host}.com`)).status);
  }
  expect(dotted).toEqual([200, 200, 200, 429]);
  // A mail server treats this letter as the plain one.
  const { error } = await invite(admin, admin.company, address.replace('@people', '@ｐeople'));
  expect(error).toMatchObject({ code: '23514', message: 'Please enter a valid email' });
  const remarked = await invite(admin, admin.company, `(x)${address}`);
  expect(remarked.error).toMatchObject({ code: '23514' });
});
