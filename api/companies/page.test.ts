import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { join, ownerWithCompany } from '#test/support/companies.ts';
import { asBlob, picture } from '#test/support/pictures.ts';
import { openTestApi } from '#test/support/test-api.ts';

type Person = Actor & { id: string };
const api = await openTestApi();
const { actors, database, bugs } = api;
const confirmed = (name: string) => ownerWithCompany(api, name);
const stateOf = async (person: Person) => (await person.client.rpc('my_companies')).data?.[0];
const pageOf = async (slug = '') =>
  (await actors.anonymous.client.rpc('company_page', { slug })).data?.[0];

describe('a company’s page', () => {
  it('shows what its admins write and open postings for clients, and is removed with its people', async () => {
    const { person, company } = await confirmed('Heron Staffing');
    const slug = (await stateOf(person))?.slug ?? '';
    const write = (by: Person, about: string) =>
      by.client
        .from('companies')
        .update({ about, place: 'Durham, NC' })
        .eq('id', company)
        .select('id');
    expect((await write(person, 'We staff clinics.')).data).toHaveLength(1);
    const recruiter = await actors.signedIn();
    await join(database, company, recruiter.id);
    expect((await write(recruiter, 'Hacked')).data).toEqual([]);
    expect((await write(await actors.signedIn(), 'Hacked')).data).toEqual([]);
    expect(await pageOf(slug)).toMatchObject({
      about: 'We staff clinics.',
      place: 'Durham, NC',
      proven_domain: null,
      jobs: [{ company: 'Heron Staffing', client: null, salary_from: null }],
    });
    const isInSitemap = async () =>
      (await actors.anonymous.client.rpc('list_companies_in_part')).data?.some((line) =>
        line.startsWith(`${slug} `),
      );
    const ban = (people: string[]) =>
      database.asService.query({
        text: `update auth.users set banned_until = case when id = any ($1) then now() + interval '1 day' end
          where id = any ($2)`,
        values: [people, [person.id, recruiter.id]],
      });
    expect(await isInSitemap()).toBe(true);
    await ban([recruiter.id]);
    expect(await pageOf(slug)).toMatchObject({ live_jobs: 1 });
    await ban([person.id]);
    expect(await pageOf(slug)).toMatchObject({ live_jobs: 0, jobs: [] });
    expect(await isInSitemap()).toBe(false);
    await ban([person.id, recruiter.id]);
    expect(await pageOf(slug)).toBeUndefined();
    expect(await isInSitemap()).toBe(false);
  });

  it('has a logo that only admins can set, re-encoded, which strangers may fetch', async () => {
    const { person, company } = await confirmed('Egret');
    const logo = `${company}/${crypto.randomUUID()}.webp`;
    const png = asBlob(await picture('png'));
    const upload = (by: Person, path = logo) =>
      by.client.storage.from('company-logos').upload(path, png);
    const recruiter = await actors.signedIn();
    await join(database, company, recruiter.id);
    const stranger = await actors.signedIn();
    for (const other of [recruiter, stranger]) {
      expect((await upload(other)).error).not.toBeNull();
    }
    expect((await upload(person)).error).toBeNull();
    for (const other of [recruiter, stranger]) {
      const bucket = other.client.storage.from('company-logos');
      expect((await bucket.list(company)).data).toEqual([]);
      expect((await bucket.remove([logo])).data).toEqual([]);
    }
    const keep = (value: string) =>
      person.client.from('companies').update({ logo: value }).eq('id', company);
    expect((await keep(logo)).error).toBeNull();
    expect((await keep(`${crypto.randomUUID()}/${crypto.randomUUID()}.webp`)).error?.code).toBe(
      '23514',
    );
    const fetched = await api.fetch(`/storage/v1/object/public/company-logos/${logo}`);
    expect(fetched.headers.get('content-type')).toBe('image/webp');
    const html = await person.client.storage
      .from('company-logos')
      .upload(
        `${company}/${crypto.randomUUID()}.webp`,
        new Blob(['<script>'], { type: 'text/html' }),
      );
    expect(html.error).not.toBeNull();
  });
});

describe('a logo', () => {
  it('that no company shows is removed after a day, and no other', async () => {
    const { person, company } = await confirmed('Dunlin');
    const [shown, old, fresh] = [1, 2, 3].map(() => `${company}/${crypto.randomUUID()}.webp`);
    const bucket = person.client.storage.from('company-logos');
    const png = asBlob(await picture('png'));
    for (const name of [shown, old, fresh]) await bucket.upload(name ?? '', png);
    await person.client.from('companies').update({ logo: shown }).eq('id', company);
    await api.asAdmin(async (client) => {
      await client.query(
        `update storage.objects set updated_at = now() - interval '25 hours' where name = any ($1)`,
        [[shown, old]],
      );
      await client.query(`select graphile_worker.add_job('company-logos')`);
    });
    await api.post.deliver();
    const { data } = await bucket.list(company);
    expect(data?.map(({ name }) => `${company}/${name}`).toSorted()).toEqual(
      [shown, fresh].toSorted(),
    );
  });

  it('stays with the company when the person who uploaded it deletes their account', async () => {
    const { person, company } = await confirmed('Bittern');
    const colleague = await actors.signedIn();
    await join(database, company, colleague.id);
    const [logo, tried] = [1, 2].map(() => `${company}/${crypto.randomUUID()}.webp`) as [
      string,
      string,
    ];
    const bucket = person.client.storage.from('company-logos');
    const png = asBlob(await picture('png'));
    for (const name of [tried, logo]) expect((await bucket.upload(name, png)).error).toBeNull();
    await person.client.from('companies').update({ logo }).eq('id', company);
    await database.asService.query({
      text: 'select private.delete_account($1)',
      values: [person.id],
    });
    await api.post.deliver();
    const fetched = (name: string) =>
      api.fetch(`/storage/v1/object/public/company-logos/${name}`).then(({ status }) => status);
    expect([await fetched(logo), await fetched(tried)]).toEqual([200, 404]);
    // It now belongs to the heir, and stays with the company.
    await database.asService.query({
      text: 'select private.delete_account($1)',
      values: [colleague.id],
    });
    expect(await fetched(logo)).toBe(404);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
