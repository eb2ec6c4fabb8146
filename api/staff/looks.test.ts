import { expect, it } from 'vitest';
import { createStaffActors } from '#test/support/staff.ts';
import { createStaffCalls } from '#test/support/staff-calls.ts';
import { openTestApi } from '#test/support/test-api.ts';

/** Every look at people's private data is logged, even when it covers many people at once. */

const api = await openTestApi();
const staffActor = createStaffActors(api);
const [kim, owner] = [await staffActor('staff'), await staffActor('owner')];

const act = createStaffCalls(api);

/** Kim's log entries, newest first. */
async function entries() {
  const { body } = await act(owner, 'list-log', { filters: { actor: kim.email } });
  return body.rows as { act: string; subject_kind: string; subject_id: string; after: unknown }[];
}

it.each([
  ['people', 'look-people', { search: 'somebody' }],
  ['memberships', 'look-memberships', { search: 'somebody' }],
  ['mails', 'look-mails', { to: 'somebody@people.example' }],
  ['mail-queue', 'look-mail-queue', { state: 'failed' }],
  ['credentials', 'look-credentials', { search: 'somebody' }],
])('viewing the list of %s is logged, without the search terms', async (list, name, filters) => {
  expect((await act(kim, `list-${list}`, { filters })).status).toBe(200);
  const [entry] = await entries();
  expect(entry).toMatchObject({
    ...{ act: name, subject_kind: 'list', subject_id: list },
    after: { filters: Object.keys(filters), rows: 0 },
  });
  expect(JSON.stringify(entry)).not.toContain('somebody');
});

it.each([
  ['memberships', 'look-memberships'],
  ['mails', 'look-mails'],
])('viewing the list of one person’s %s is in that person’s history', async (list, name) => {
  const person = await api.actors.signedIn();
  await act(kim, `list-${list}`, { filters: { person: person.id } });
  expect((await entries())[0]).toMatchObject({
    ...{ act: name, subject_kind: 'person', subject_id: person.id },
  });
});

it.each(['jobs', 'companies', 'cases', 'log', 'team', 'alarms', 'newsletters'])(
  'viewing the list of %s, which contains nothing private, is not logged',
  async (list) => {
    const before = (await entries()).length;
    expect((await act(kim, `list-${list}`)).status).toBe(200);
    expect(await entries()).toHaveLength(before);
  },
);

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));

it('somebody’s log is found by the start of their address, and not by another part of it', async () => {
  const rowsBy = async (actor: string) =>
    (await act(owner, 'list-log', { filters: { actor } })).body.rows;
  const beginning = kim.email.split('@')[0]?.toUpperCase() ?? '';
  expect(await rowsBy(beginning)).toEqual(await rowsBy(kim.email));
  for (const none of [beginning.slice(2), `${kim.email}.`, '%', '_'])
    expect(await rowsBy(none)).toEqual([]);
});
