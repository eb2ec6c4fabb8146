import { describe, expect, it } from 'vitest';
import { testBuckets } from '#test/support/buckets.ts';
import { ownCompany } from '#test/support/companies.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database, storage, bugs } = api;
const buckets = testBuckets(api);
const service = actors.staff.client.storage;

describe('policies on storage.objects', () => {
  it('decide for visitors and people, verb by verb', async () => {
    for (const role of ['anon', 'authenticated'] as const) {
      const id = await buckets.make();
      const { client } = role === 'anon' ? actors.anonymous : await actors.signedIn();
      const bucket = client.storage.from(id);
      await service.from(id).upload('there', 'x');
      const outcomes = async () => ({
        insert: (await bucket.upload(crypto.randomUUID(), 'x')).error === null,
        select: (await bucket.download('there')).error === null,
        list: (await bucket.list()).data?.some(({ name }) => name === 'there'),
        update: (await bucket.update('there', 'y')).error === null,
        upsert: (await bucket.upload('there', 'z', { upsert: true })).error === null,
        copy: (await bucket.copy('there', crypto.randomUUID())).error === null,
        move: (await bucket.move('there', 'there')).error === null,
        sign: (await bucket.createSignedUrl('there', 60)).error === null,
        remove: (await bucket.remove(['there'])).data?.length === 1,
      });
      const none = {
        insert: false,
        select: false,
        list: false,
        update: false,
        upsert: false,
        copy: false,
        move: false,
        sign: false,
        remove: false,
      };
      expect(await outcomes()).toEqual(none);
      // A caller who may only insert cannot see anything.
      await buckets.allow(role, 'insert', `bucket_id = '${id}'`);
      expect(await outcomes()).toEqual({ ...none, insert: true });
      await buckets.allow(role, 'select', `bucket_id = '${id}'`);
      const reading = { insert: true, select: true, list: true, copy: true, sign: true };
      expect(await outcomes()).toEqual({ ...none, ...reading });
      await buckets.allow(role, 'update', `bucket_id = '${id}'`);
      const writing = { ...reading, update: true, upsert: true, move: true };
      expect(await outcomes()).toEqual({ ...none, ...writing });
      await buckets.allow(role, 'delete', `bucket_id = '${id}'`);
      expect(await outcomes()).toEqual({ ...none, ...writing, remove: true });
    }
  });

  it('apply to an object’s destination too', async () => {
    const [mine, other] = [await buckets.make(), await buckets.make()];
    await buckets.allow('authenticated', 'all', `bucket_id = '${mine}'`);
    const bucket = (await actors.signedIn()).client.storage.from(mine);
    await bucket.upload('x', 'x');
    for (const action of ['move', 'copy'] as const) {
      const { error } = await bucket[action]('x', 'y', { destinationBucket: other });
      expect(error).toMatchObject({ code: 'AccessDenied', statusCode: '403' });
    }
    expect((await service.from(other).list()).data).toEqual([]);
  });

  it('of the site’s buckets hold for no other, whatever an object is called', async () => {
    const id = await buckets.make();
    const person = await actors.signedIn();
    const company = await ownCompany(person, 'Bucket Keepers');
    const picture = `${person.id}/me`;
    const names = [picture, `${company}/logo`, `${crypto.randomUUID()}.pdf`];
    await database.asService.query({
      text: `with profile as (
          insert into public.candidate_profiles (user_id, headline, profile_picture_url)
            values ($1, 'Coder', 'https://www.site.example/storage/v1/object/public/avatars/' || $2)
        ), resume as (
          insert into public.resumes (user_id, file_name, type, bytes, object_name)
            values ($1, 'cv.pdf', 'application/pdf', 1, ($4::text[])[3])
        )
        insert into storage.objects (bucket_id, name, version) select $3, unnest($4), gen_random_uuid()`,
      values: [person.id, picture, id, names],
    });
    const bucket = person.client.storage.from(id);
    const { rows: seen } = await database.askAs(person.caller, {
      text: 'select name from storage.objects where bucket_id = $1',
      values: [id],
    });
    expect(seen).toEqual([]);
    expect((await bucket.remove(names)).data).toEqual([]);
    expect((await bucket.upload(`${person.id}/other`, 'x')).error).not.toBeNull();
  });

  it('leave what a visitor signed readable without a key', async () => {
    const id = await buckets.make();
    await buckets.allow('anon', 'select', `bucket_id = '${id}'`);
    await service.from(id).upload('x', 'x');
    const { data } = await actors.anonymous.client.storage.from(id).createSignedUrl('x', 60);
    const response = await api.call(new Request(data?.signedUrl ?? ''));
    expect(await response.text()).toBe('x');
  });
});

describe('the quota', () => {
  const megabyte = new Uint8Array(1_048_576);

  it('applies to what one person has in a bucket, and to nobody else', async () => {
    const id = await buckets.make();
    await buckets.allow('authenticated', 'all', `bucket_id = '${id}'`);
    await setQuota(3);
    const [person, other] = [await actors.signedIn(), await actors.signedIn()];
    const own = person.client.storage.from(id);
    expect((await own.upload('1', megabyte)).error).toBeNull();
    expect((await own.upload('2', megabyte)).error).toBeNull();
    const before = storage.stored().length;
    // Two concurrent uploads, with room for one.
    const both = await Promise.all(['3', '4'].map((name) => own.upload(name, megabyte)));
    expect(both.filter(({ error }) => error === null)).toHaveLength(1);
    expect(both.find(({ error }) => error)?.error).toMatchObject({
      statusCode: '413',
      message: 'Your files here would weigh more than 3 MB. Remove one first.',
    });
    expect(storage.stored().length).toBe(before + 1);
    expect((await own.upload('1', megabyte, { upsert: true })).error).toBeNull();
    const lying = storage.stored().length;
    expect((await own.copy('1', '5')).error).toMatchObject({ statusCode: '413' });
    expect(storage.stored().length).toBe(lying);
    expect((await other.client.storage.from(id).upload('5', megabyte)).error).toBeNull();
    expect((await own.move('5', '6')).error).toMatchObject({ statusCode: '413' });
    expect((await service.from(id).upload('7', megabyte)).error).toBeNull();
    expect((await own.remove(['2'])).error).toBeNull();
    expect((await own.upload('8', megabyte)).error).toBeNull();
  });

  it('applies in SQL to whoever writes the row, and counts small files as a kilobyte', async () => {
    const id = await buckets.make();
    await buckets.allow('authenticated', 'all', `bucket_id = '${id}'`);
    await setQuota(1);
    const person = await actors.signedIn();
    const insert = (size: number, count: number) =>
      database.askAs(person.caller, {
        text: `insert into storage.objects (bucket_id, name, version, metadata)
          select $1, gen_random_uuid(), gen_random_uuid(), jsonb_build_object('size', $2::int)
          from generate_series(1, $3)`,
        values: [id, size, count],
      });
    await expect(insert(1_048_577, 1)).rejects.toMatchObject({ code: 'PT413' });
    await expect(insert(1, 1_025)).rejects.toMatchObject({ code: 'PT413' });
    await insert(1, 1_024);
    await expect(insert(0, 1)).rejects.toMatchObject({ code: 'PT413' });
  });
});

describe('a row that is written in SQL', () => {
  it('keeps to the rules of its bucket, and does not become a picture', async () => {
    const id = await buckets.make({ fileSizeLimit: 10, allowedMimeTypes: ['text/*'] });
    await buckets.allow('authenticated', 'all', `bucket_id = '${id}'`);
    const person = await actors.signedIn();
    const insert = (size: number, type: string) =>
      database.askAs(person.caller, {
        text: `insert into storage.objects (bucket_id, name, version, metadata)
          values ($1, $2, gen_random_uuid(), jsonb_build_object('size', $3::int, 'mimetype', $4::text))`,
        values: [id, `${person.id}/me`, size, type],
      });
    await expect(insert(11, 'text/plain')).rejects.toMatchObject({ code: 'PT413' });
    await expect(insert(1, 'image/png')).rejects.toMatchObject({ code: 'PT415' });
    await insert(1, 'text/plain');
    const moved = database.askAs(person.caller, {
      text: `update storage.objects set bucket_id = 'avatars' where bucket_id = $1`,
      values: [id],
    });
    await expect(moved).rejects.toMatchObject({
      code: 'PT400',
      message: 'Pictures are uploaded here, not moved from elsewhere.',
    });
  });
});

it('what somebody uploaded is removed with their account, from every bucket', async () => {
  const id = await buckets.make();
  await buckets.allow('authenticated', 'insert', `bucket_id = '${id}'`);
  await setQuota(1);
  const [person, other] = [await actors.signedIn(), await actors.signedIn()];
  await person.client.storage.from(id).upload('gone', 'x');
  await other.client.storage.from(id).upload('stays', 'x');
  await database.asService.query({
    text: 'delete from auth.users where id = $1',
    values: [person.id],
  });
  await api.post.deliver();
  expect((await service.from(id).list()).data).toMatchObject([{ name: 'stays' }]);
  expect(storage.stored().filter((file) => file.includes(id))).toHaveLength(1);
});

function setQuota(megabytes: number) {
  return database.asService.query({
    text: 'select private.write_settings($1)',
    values: [JSON.stringify({ files_mb_per_person: megabytes })],
  });
}

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
