import { describe, expect, it } from 'vitest';
import { testBuckets } from '#test/support/buckets.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, post, storage, bugs } = api;
const buckets = testBuckets(api);
const service = actors.staff.client.storage;
const words = 'What somebody wrote';

const textOf = async (blob: Blob | null) => blob?.text();

describe('moving and copying', () => {
  it('gives a new name, in the same bucket or another', async () => {
    const [here, there] = [await buckets.make(), await buckets.make()];
    const bucket = service.from(here);
    await bucket.upload('a', words, { contentType: 'text/plain', metadata: { by: 'Kim' } });
    expect((await bucket.move('a', 'b/c')).data).toMatchObject({ message: 'Successfully moved' });
    const copied = await bucket.copy('b/c', 'd');
    expect(copied.data).toEqual({ path: `${here}/d` });
    expect((await bucket.copy('d', 'e', { destinationBucket: there })).data).toEqual({
      path: `${there}/e`,
    });
    expect((await bucket.move('d', 'f', { destinationBucket: there })).error).toBeNull();
    await post.deliver();
    expect((await bucket.exists('a')).data).toBe(false);
    expect((await bucket.exists('d')).data).toBe(false);
    for (const [id, name] of [
      [here, 'b/c'],
      [there, 'e'],
      [there, 'f'],
    ] as const) {
      expect(await textOf((await service.from(id).download(name)).data)).toBe(words);
      expect((await service.from(id).info(name)).data?.metadata).toEqual({ by: 'Kim' });
    }
    expect(storage.stored().filter((file) => file.includes(there))).toHaveLength(2);
    expect(storage.stored().filter((file) => file.includes(here))).toHaveLength(1);
  });

  it('refuses what does not exist, a taken name, and what the other bucket does not accept', async () => {
    const [here, there] = [
      await buckets.make(),
      await buckets.make({ allowedMimeTypes: ['image/*'], fileSizeLimit: 100 }),
    ];
    const bucket = service.from(here);
    await bucket.upload('a', words, { contentType: 'text/plain' });
    await bucket.upload('b', words);
    await bucket.upload('large', new Uint8Array(101), { contentType: 'image/png' });
    const other = { destinationBucket: there };
    for (const action of ['move', 'copy'] as const) {
      expect((await bucket[action]('none', 'x')).error).toMatchObject({ code: 'NoSuchKey' });
      expect((await bucket[action]('a', 'b')).error).toMatchObject({ code: 'KeyAlreadyExists' });
      expect((await bucket[action]('a', '../b')).error).toMatchObject({ code: 'InvalidKey' });
      expect((await bucket[action]('a', 'x', other)).error).toMatchObject({
        code: 'InvalidMimeType',
      });
      expect((await bucket[action]('large', 'x', other)).error).toMatchObject({
        code: 'EntityTooLarge',
      });
      expect(
        (await bucket[action]('a', 'x', { destinationBucket: 'no-bucket' })).error,
      ).toMatchObject({ code: 'NoSuchBucket' });
    }
    expect((await bucket.list()).data).toHaveLength(3);
  });

  it('brings nothing into profile pictures that was not re-encoded', async () => {
    const id = await buckets.make();
    const person = await actors.signedIn();
    await buckets.allow(
      'authenticated',
      'all',
      `bucket_id = '${id}' and owner_id = auth.uid()::text`,
    );
    const own = person.client.storage.from(id);
    await own.upload('x', '<svg/>', { contentType: 'image/png' });
    const pictures = { destinationBucket: 'avatars' };
    for (const action of ['move', 'copy'] as const) {
      expect((await own[action]('x', `${person.id}/x`, pictures)).error).toMatchObject({
        code: action === 'move' ? expect.any(String) : 'NotSupported',
        statusCode: expect.stringMatching(/^4/),
      });
    }
    expect((await service.from('avatars').list(person.id)).data).toEqual([]);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
