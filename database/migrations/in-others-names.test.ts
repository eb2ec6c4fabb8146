import { describe, expect, it } from 'vitest';
import { firstBrand } from '#domain/site/brand.ts';
import { jobRow } from '#test/support/jobs.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, asAdmin } = await openTestApi();
const staffActor = createStaffActors({ actors, asAdmin });
const [stranger, other] = [await actors.signedIn(), await actors.signedIn()];

type Row = Record<string, unknown>;
const put = async (table: 'jobs' | 'employers' | 'candidate_profiles', row: Row) => {
  const { error, status } = await stranger.client.from(table).insert(row as never);
  return { status, code: error?.code, message: error?.message };
};
const refusedBy = (table: string) => ({
  status: 403,
  code: '42501',
  message: `new row violates row-level security policy for table "${table}"`,
});

describe('writing in somebody else’s name', () => {
  it('is refused alike, whoever that is and whether they exist', async () => {
    const owner = await staffActor('owner');
    const [hidden, closed] = [await actors.signedIn(), await actors.signedIn()];
    await closed.client.from('jobs').insert(jobRow(closed.id, { company: 'Shut Health' }) as never);
    await asAdmin(async (client) => {
      await client.query(
        `update public.companies set closed_at = now() where name = 'Shut Health'`,
      );
      await client.query('insert into private.hidden_profiles values ($1, true)', [hidden.id]);
    });
    const people = [other, owner, hidden, closed].map(({ id }) => id);
    for (const id of [...people, crypto.randomUUID(), null]) {
      for (const company of ['Some Health', 'Shut Health', firstBrand.name]) {
        expect(await put('jobs', jobRow(id ?? '', { posted_by: id, company }))).toEqual(
          refusedBy('jobs'),
        );
      }
      const client = jobRow(id ?? '', { posted_by: id, client: firstBrand.name });
      expect(await put('jobs', client)).toEqual(refusedBy('jobs'));
      const employer = await put('employers', { user_id: id, company: 'Some Health' });
      expect(employer).toEqual(refusedBy('employers'));
      const profile = { user_id: id, headline: 'Coder', public_profile: true };
      expect(await put('candidate_profiles', profile)).toEqual(refusedBy('candidate_profiles'));
    }
  });
});

describe('a missing field', () => {
  const missing = (table: string, column: string) => ({
    status: 400,
    code: '23502',
    message: `null value in column "${column}" of relation "${table}" violates not-null constraint`,
  });

  it('is named as that field, and not as one that it would have filled', async () => {
    const { id } = stranger;
    expect(await put('jobs', jobRow(id, { company: null }))).toEqual(missing('jobs', 'company'));
    const employer = await put('employers', { user_id: id, company: null });
    expect(employer).toEqual(missing('employers', 'company'));
  });

  it('is named if it is a list', async () => {
    const { id } = stranger;
    const wanted = await put('jobs', jobRow(id, { credentials_wanted: null }));
    expect(wanted).toEqual(missing('jobs', 'credentials_wanted'));
    for (const list of ['skills', 'certifications', 'languages', 'preferred_locations']) {
      const row = { user_id: id, headline: 'Coder', [list]: null };
      expect(await put('candidate_profiles', row)).toEqual(missing('candidate_profiles', list));
    }
  });
});
