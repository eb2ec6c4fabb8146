import { expect, it } from 'vitest';
import { createCandidates } from '#test/support/candidates.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { readRows } from './saved-candidates.ts';

const { actors } = await openTestApi();
const { candidate } = createCandidates(actors);

it('all saved candidates are read, however many one request returns', async () => {
  const member = await actors.member();
  const profiles = await Promise.all([1, 2, 3, 4, 5].map(() => candidate()));
  const saved = profiles.map(({ profileId }) => ({ user_id: member.id, profile_id: profileId }));
  // In one statement, so that all have the same time.
  expect((await member.client.from('saved_candidates').insert(saved)).error).toBeNull();
  for (const atOnce of [1_000, 5, 2]) {
    const rows = await readRows(member.client, atOnce);
    expect(rows.map(({ profile_id }) => profile_id).toSorted()).toEqual(
      profiles.map(({ profileId }) => profileId).toSorted(),
    );
  }
});
