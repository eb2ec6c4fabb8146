import { describe, expect, it } from 'vitest';
import { testBuckets } from '#test/support/buckets.ts';
import { asBlob } from '#test/support/pictures.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, call, bugs } = api;
const buckets = testBuckets(api);
const words = 'What somebody wrote';

const open = (address: string, headers: Record<string, string> = {}) =>
  call(new Request(address, { headers }));
const textOf = async (blob: Blob | null) => blob?.text();

describe('a URL for an upload', () => {
  it('accepts one object, with its signer’s rights', async () => {
    const id = await buckets.make();
    await buckets.allow(
      'authenticated',
      'all',
      `bucket_id = '${id}' and owner_id = auth.uid()::text`,
    );
    const person = await actors.signedIn();
    const own = person.client.storage.from(id);
    const visitor = actors.anonymous.client.storage.from(id);
    const { data } = await own.createSignedUploadUrl('a/b');
    const token = data?.token ?? '';
    expect(data?.signedUrl).toContain(`/storage/v1/object/upload/sign/${id}/a/b?token=`);
    const sent = await visitor.uploadToSignedUrl('a/b', token, words, {
      contentType: 'text/plain',
    });
    expect(sent.data).toEqual({ path: 'a/b', fullPath: `${id}/a/b` });
    expect(await textOf((await own.download('a/b')).data)).toBe(words);
    expect((await visitor.uploadToSignedUrl('a/b', token, 'again')).error).toMatchObject({
      statusCode: '409',
      message: 'The resource already exists',
    });
    expect((await visitor.uploadToSignedUrl('other', token, 'x')).error).toMatchObject({
      code: 'InvalidSignature',
    });
    const again = await own.createSignedUploadUrl('a/b', { upsert: true });
    const replaced = await visitor.uploadToSignedUrl('a/b', again.data?.token ?? '', asBlob('new'));
    expect(replaced.error).toBeNull();
    expect(await textOf((await own.download('a/b')).data)).toBe('new');
    const reading = await own.createSignedUrl('a/b', 60);
    const readToken = new URL(reading.data?.signedUrl ?? '').searchParams.get('token') ?? '';
    expect((await visitor.uploadToSignedUrl('a/b', readToken, 'x')).error).toMatchObject({
      code: 'InvalidJWT',
    });
    expect(
      (await open(`${siteUrl}/storage/v1/object/sign/${id}/a/b?token=${again.data?.token}`)).status,
    ).toBe(400);
    expect((await visitor.createSignedUploadUrl('x')).error).toMatchObject({
      code: 'AccessDenied',
    });
  });

  it('ends with its signer’s session', async () => {
    const id = await buckets.make();
    await buckets.allow('authenticated', 'insert', `bucket_id = '${id}'`);
    const person = await actors.signedIn();
    const { data } = await person.client.storage.from(id).createSignedUploadUrl('a');
    await api.database.asService.query({
      text: 'delete from auth.sessions where user_id = $1',
      values: [person.id],
    });
    const own = person.client.storage.from(id);
    await expect.poll(async () => (await own.list()).error).not.toBeNull();
    const visitor = actors.anonymous.client.storage.from(id);
    expect((await visitor.uploadToSignedUrl('a', data?.token ?? '', words)).error).toMatchObject({
      statusCode: '403',
    });
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
