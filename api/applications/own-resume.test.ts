import { describe, expect, it } from 'vitest';
import { openApplying, resume } from '#test/support/applying.ts';
import { jobRow, storeJobs } from '#test/support/jobs.ts';
import { docxOf } from '#test/support/resumes.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database, fetch } = api;
const { poster, applyAs, rowsOf, upload } = await openApplying(api);

describe('a resume', () => {
  it('is replaced, and a company that has the old one keeps it', async () => {
    const person = await actors.signedIn();
    expect(await upload(person)).toEqual({
      fileName: 'my resume.docx',
      proposed: {
        headline: 'Inpatient Coder',
        location: 'Durham, NC',
        skills: ['CPT', 'HCPCS'],
        certifications: [],
      },
      hasText: true,
    });
    await applyAs(person, { withProfile: false });
    expect(await upload(person, docxOf([]))).toMatchObject({ hasText: false });
    const { data } = await person.client.from('resumes').select('is_current').order('created_at');
    expect(data).toEqual([{ is_current: false }, { is_current: true }]);
    await person.client.rpc('remove_resume');
    expect((await person.client.from('resumes').select('is_current')).data).toEqual([
      { is_current: false },
    ]);
    // Nothing was written to a profile.
    expect(
      (await person.client.from('candidate_profiles').select('id').eq('user_id', person.id)).data,
    ).toEqual([]);
  });

  it('is sent as a download to its person and the company, and to nobody else', async () => {
    const person = await actors.signedIn();
    await upload(person);
    await applyAs(person, { withProfile: false });
    const { data: row } = await person.client.from('resumes').select('object_name').single();
    const name = row?.object_name ?? '';
    for (const { client } of [person, poster]) {
      const { data } = await client.storage.from('resumes').createSignedUrl(name, 60);
      const answer = await fetch(
        new URL(data?.signedUrl ?? '').pathname + new URL(data?.signedUrl ?? '').search,
      );
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    }
    const [viewer, former, stranger, other] = [
      await actors.signedIn(),
      await actors.signedIn(),
      await actors.signedIn(),
      await actors.signedIn(),
    ];
    const [of] = await rowsOf(
      'select company_id from public.applications where applicant_id = $1',
      [person.id],
    );
    for (const { id } of [viewer, former]) {
      await rowsOf(`insert into public.company_members values ($1, $2, 'viewer')`, [
        of?.company_id,
        id,
      ]);
    }
    await rowsOf('delete from public.company_members where user_id = $1', [former.id]);
    // A job of another company, to which the person has not applied.
    await storeJobs(database, [jobRow(other.id, { company: `Clinic ${other.id}` })]);
    const seen = await viewer.client.storage.from('resumes').createSignedUrl(name, 60);
    expect(seen.error).toBeNull();
    for (const { client } of [stranger, former, other, actors.anonymous]) {
      expect((await client.storage.from('resumes').download(name)).error).not.toBeNull();
      expect((await client.storage.from('resumes').createSignedUrl(name, 60)).error).not.toBeNull();
      expect(
        (await client.storage.from('resumes').upload(`${crypto.randomUUID()}.docx`, resume)).error,
      ).not.toBeNull();
    }
    expect((await person.client.storage.from('resumes').remove([name])).data).toEqual([]);
  });
});
