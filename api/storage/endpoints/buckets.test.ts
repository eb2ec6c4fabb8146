import { describe, expect, it } from 'vitest';
import { testBuckets } from '#test/support/buckets.ts';
import { asBlob } from '#test/support/pictures.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, asAdmin, call, post, storage, bugs } = api;
const buckets = testBuckets(api);
const service = actors.staff.client.storage;
const file = asBlob('words', 'text/plain');

describe('the secret key', () => {
  it('creates, describes, changes, empties and deletes a bucket', async () => {
    const id = 'Made.by_the-service';
    expect(await service.createBucket(id, { public: false, fileSizeLimit: '1mb' })).toMatchObject({
      data: { name: id },
      error: null,
    });
    expect((await service.getBucket(id)).data).toEqual({
      id,
      name: id,
      owner: '',
      public: false,
      type: 'STANDARD',
      file_size_limit: 1_000_000,
      allowed_mime_types: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(
      (
        await service.updateBucket(id, {
          public: true,
          allowedMimeTypes: ['Image/*', 'text/plain'],
        })
      ).data,
    ).toEqual({ message: 'Successfully updated' });
    expect((await service.getBucket(id)).data).toMatchObject({
      public: true,
      file_size_limit: 1_000_000,
      allowed_mime_types: ['image/*', 'text/plain'],
    });
    await service.updateBucket(id, { public: true, fileSizeLimit: null, allowedMimeTypes: null });
    expect((await service.getBucket(id)).data).toMatchObject({
      file_size_limit: null,
      allowed_mime_types: null,
    });
    await service.from(id).upload('a/b.txt', file);
    const lying = storage.stored().length;
    expect((await service.deleteBucket(id)).error).toMatchObject({
      code: 'ResourceNotEmpty',
      statusCode: '409',
      message: 'The bucket you tried to delete is not empty',
    });
    expect((await service.emptyBucket(id)).data).toEqual({
      message: 'Empty bucket has been queued. Completion may take up to an hour.',
    });
    expect((await service.from(id).list('a')).data).toEqual([]);
    await post.deliver();
    expect(storage.stored().length).toBe(lying - 1);
    expect((await service.deleteBucket(id)).data).toEqual({ message: 'Successfully deleted' });
    for (const call of [
      () => service.getBucket(id),
      () => service.updateBucket(id, { public: true }),
      () => service.emptyBucket(id),
      () => service.deleteBucket(id),
      () => service.from(id).upload('x', file),
    ]) {
      expect((await call()).error).toMatchObject({
        code: 'NoSuchBucket',
        statusCode: '404',
        message: 'Bucket not found',
      });
    }
  });

  it('lists buckets filtered, sorted and page by page', async () => {
    for (const name of ['list-b', 'list-a', 'list-c']) {
      await service.createBucket(name, { public: false });
    }
    const names = async (options: Parameters<typeof service.listBuckets>[0]) =>
      (await service.listBuckets(options)).data?.map(({ name }) => name);
    expect(await names({ search: 'LIST-' })).toEqual(['list-a', 'list-b', 'list-c']);
    expect(
      await names({ search: 'list-', sortColumn: 'created_at', sortOrder: 'desc', limit: 2 }),
    ).toEqual(['list-c', 'list-a']);
    expect(await names({ search: 'list-', sortColumn: 'name', limit: 2, offset: 1 })).toEqual([
      'list-b',
      'list-c',
    ]);
    expect(await names({ limit: 0 })).toBeUndefined();
    expect(await names({ search: 'list-', limit: 10_000 })).toHaveLength(3);
  });

  const odd = [
    '',
    ' a',
    'a ',
    '../x',
    '.x',
    '-x',
    'a/b',
    'a%b',
    'a#b',
    'a\nb',
    'ä',
    'x'.repeat(101),
  ];
  it.each([...odd, 'list-v2', 'sign'])('cannot name a bucket %j', async (name) => {
    expect((await service.createBucket(name, { public: false })).error).toMatchObject({
      code: 'InvalidBucketName',
      message: 'Bucket name invalid',
    });
  });

  it('is refused a name that is taken, and invalid limits', async () => {
    const id = await buckets.make();
    expect((await service.createBucket(id, { public: false })).error).toMatchObject({
      code: 'BucketAlreadyExists',
      statusCode: '409',
      message: 'The resource already exists',
    });
    const make = (limits: object) =>
      service.createBucket(`x${crypto.randomUUID()}`, { public: false, ...limits });
    expect((await make({ fileSizeLimit: 'much' })).error?.message).toBe(
      'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B',
    );
    for (const type of ['garbage*', '*/*', 'image/p*', 'image/png/extra', 'a/b;x\r\ny: z']) {
      expect((await make({ allowedMimeTypes: [type] })).error).toMatchObject({
        code: 'InvalidMimeType',
      });
    }
    expect((await make({ type: 'ANALYTICS' })).error).toMatchObject({ code: 'InvalidRequest' });
  });
});

describe('people', () => {
  it('see, create and change no bucket without a policy', async () => {
    const id = await buckets.make();
    const person = await actors.signedIn();
    for (const { client } of [person, actors.anonymous]) {
      expect((await client.storage.getBucket(id)).error).toMatchObject({ code: 'NoSuchBucket' });
      expect((await client.storage.createBucket('mine')).error).toMatchObject({
        code: 'AccessDenied',
        statusCode: '403',
        message: 'new row violates row-level security policy',
      });
      for (const call of [
        () => client.storage.updateBucket(id, { public: true }),
        () => client.storage.emptyBucket(id),
        () => client.storage.deleteBucket(id),
      ]) {
        expect((await call()).error).toMatchObject({ code: 'NoSuchBucket' });
      }
    }
    expect((await person.client.storage.listBuckets()).data).toMatchObject([
      { id: 'avatars' },
      { id: 'company-logos' },
      { id: 'resumes' },
    ]);
    expect((await actors.anonymous.client.storage.listBuckets()).data).toEqual([]);
    expect((await service.getBucket(id)).data?.public).toBe(false);
  });

  it('can do what a policy on storage.buckets allows, as the owner', async () => {
    const person = await actors.signedIn();
    await asAdmin((client) =>
      client.query(
        `create policy "own buckets" on storage.buckets for all to authenticated
          using (owner = auth.uid()) with check (owner = auth.uid())`,
      ),
    );
    const own = person.client.storage;
    expect((await own.createBucket('my-own')).error).toBeNull();
    expect((await own.getBucket('my-own')).data).toMatchObject({ owner: person.id });
    expect((await own.updateBucket('my-own', { public: true })).error).toBeNull();
    const stranger = (await actors.signedIn()).client.storage;
    expect((await stranger.deleteBucket('my-own')).error).toMatchObject({ code: 'NoSuchBucket' });
    expect((await own.deleteBucket('my-own')).error).toBeNull();
  });
});

it('is emptied of all that its caller may remove, past thousands that they only see', async () => {
  const [id, person] = [await buckets.make({ public: true }), await actors.signedIn()];
  await asAdmin((client) =>
    client.query(
      `create policy "seen" on storage.buckets for select to authenticated using (id = '${id}')`,
    ),
  );
  await buckets.allow('authenticated', 'select', `bucket_id = '${id}'`);
  await buckets.allow('authenticated', 'delete', `bucket_id = '${id}' and owner = auth.uid()`);
  await asAdmin((client) =>
    client.query(
      `insert into storage.objects (bucket_id, name, version, owner)
        select $1, to_char(nth, '0000'), gen_random_uuid(), case when nth in (1, 1002) then $2::uuid end
        from generate_series(1, 1002) as nth`,
      [id, person.id],
    ),
  );
  expect((await person.client.storage.emptyBucket(id)).error).toBeNull();
  const { rows } = await api.database.asService.query<{ left: number; own: number }>({
    text: `select count(*)::int as left, count(owner)::int as own from storage.objects where bucket_id = $1`,
    values: [id],
  });
  expect(rows).toEqual([{ left: 1_000, own: 0 }]);
});

describe('the limits of a bucket', () => {
  it('apply to every upload, including those of the secret key', async () => {
    const small = service.from(await buckets.make({ fileSizeLimit: '1kb' }));
    const fits = await small.upload('fits', new Uint8Array(1_000));
    expect(fits.error).toBeNull();
    for (const body of [new Uint8Array(1_001), asBlob(new Uint8Array(1_001))]) {
      expect((await small.upload('large', body)).error).toMatchObject({
        code: 'EntityTooLarge',
        statusCode: '413',
        message: 'The object exceeded the maximum allowed size',
      });
    }
    const pictures = service.from(
      await buckets.make({ allowedMimeTypes: ['image/png', 'audio/*'] }),
    );
    for (const contentType of ['image/png', 'IMAGE/PNG; q=1', 'audio/mpeg']) {
      expect((await pictures.upload(contentType, 'x', { contentType })).error).toBeNull();
    }
    for (const contentType of ['image/jpeg', 'audiox/mpeg', 'nonsense']) {
      expect((await pictures.upload('no', 'x', { contentType })).error).toMatchObject({
        code: 'InvalidMimeType',
        statusCode: '415',
        message: `mime type ${contentType} is not supported`,
      });
    }
    expect((await pictures.update('image/png', file)).error).toMatchObject({
      message: 'mime type text/plain is not supported',
    });
    const folder = 'new/.emptyFolderPlaceholder';
    expect((await pictures.upload(folder, 'x')).error).toMatchObject({ code: 'InvalidMimeType' });
    expect((await pictures.upload(folder, '')).error).toBeNull();
    expect((await pictures.upload('new/empty', '')).error).toMatchObject({
      code: 'InvalidMimeType',
    });
  });

  it('are not revealed to people who may not write there', async () => {
    const id = await buckets.make({ fileSizeLimit: 1 });
    const person = (await actors.signedIn()).client.storage;
    const there = await person.from(id).upload('x', 'long');
    const nowhere = await person.from('no-such-bucket').upload('x', 'long');
    expect(there.error).toEqual(nowhere.error);
  });
});

describe('the name of a bucket', () => {
  const names = [
    'my-new-bucket-2026-11-27 07:30:00.000',
    'Q&A (50)',
    `x!*'()&$@=;:+,`,
    'a'.repeat(100),
  ];
  it.each(names)('may be %s', async (id) => {
    expect((await service.createBucket(id, { public: true })).error).toBeNull();
    const bucket = service.from(id);
    expect((await bucket.upload('a b/c.txt', file)).error).toBeNull();
    expect(await (await bucket.download('a b/c.txt')).data?.text()).toBe('words');
    const { data } = await bucket.createSignedUrl('a b/c.txt', 60);
    const signed = await call(new Request(data?.signedUrl ?? ''));
    expect(await signed.text()).toBe('words');
    const open = await call(new Request(bucket.getPublicUrl('a b/c.txt').data.publicUrl));
    expect(await open.text()).toBe('words');
    expect((await bucket.copy('a b/c.txt', 'd.txt')).data?.path).toBe(`${id}/d.txt`);
    expect((await bucket.move('d.txt', 'e.txt')).error).toBeNull();
    expect((await bucket.remove(['a b/c.txt', 'e.txt'])).data).toHaveLength(2);
    expect((await service.deleteBucket(id)).error).toBeNull();
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
