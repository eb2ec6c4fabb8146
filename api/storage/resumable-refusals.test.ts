import { describe, expect, it } from 'vitest';
import { count, encode, endpoint, openUploadsInParts, urlOf } from './fixture/uploads-in-parts.ts';

const { actors, call, post, storage, bugs, send, begin, add, openBucket } =
  await openUploadsInParts();
const service = actors.staff.client.storage;

describe('somebody who uploads in parts', () => {
  it('must be allowed by the policies, and can only continue their own upload', async () => {
    const id = await openBucket();
    const [person, stranger] = [await actors.signedIn(), await actors.signedIn()];
    const metadata = { bucketName: id, objectName: 'x' };
    const denied = await begin(actors.anonymous, metadata, 4);
    expect([denied.status, await denied.response.text()]).toEqual([
      403,
      'new row violates row-level security policy',
    ]);
    const url = urlOf(await begin(person, metadata, 4));
    for (const somebody of [stranger, actors.anonymous, actors.staff]) {
      expect((await add(somebody, url, 0, count(0, 4))).status).toBe(404);
      expect((await send(somebody, 'HEAD', url)).status).toBe(404);
      expect((await send(somebody, 'DELETE', url)).status).toBe(404);
    }
    expect((await add(person, url, 0, count(0, 4))).status).toBe(204);
  });

  it('gets a path if another name of the site was used', async () => {
    const metadata = { bucketName: await openBucket(), objectName: 'x' };
    const at = endpoint.replace('site.test', 'behind.test');
    const begun = await begin(await actors.signedIn(), metadata, 4, {}, at);
    expect(begun.headers.get('location')).toMatch(/^\/storage\/v1\/upload\/resumable\/[\w-]+$/);
  });

  it('may do it with a URL that somebody signed', async () => {
    const id = await openBucket();
    const person = await actors.signedIn();
    const { data } = await person.client.storage.from(id).createSignedUploadUrl('x');
    const headers = { 'x-signature': data?.token ?? '' };
    const metadata = { bucketName: id, objectName: 'x' };
    const at = `${endpoint}/sign`;
    const other = { ...metadata, objectName: 'y' };
    for (const [what, sent, words] of [
      [metadata, {}, 'Missing x-signature header'],
      [metadata, { 'x-signature': 'nonsense' }, 'Invalid Compact JWS'],
      [other, headers, 'Invalid signature'],
    ] as const) {
      const refused = await begin(actors.anonymous, what, 4, { headers: sent }, at);
      expect([refused.status, await refused.response.text()]).toEqual([400, words]);
    }
    const begun = await begin(actors.anonymous, metadata, 4, { headers }, at);
    expect(begun.headers.get('location')).toMatch(/\/upload\/resumable\/sign\/[\w-]+$/);
    const added = await send(actors.anonymous, 'PATCH', urlOf(begun), {
      headers: {
        ...headers,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: count(0, 4),
    });
    expect(added.status).toBe(204);
    expect((await person.client.storage.from(id).download('x')).data?.size).toBe(4);
  });
});

describe('an upload in parts is refused', () => {
  it('by the bucket’s limits, before a byte is sent', async () => {
    const id = await openBucket({ fileSizeLimit: 100, allowedMimeTypes: ['video/*'] });
    const person = await actors.signedIn();
    const metadata = { bucketName: id, objectName: 'x', contentType: 'video/mp4' };
    const large = await begin(person, metadata, 101);
    expect([large.status, await large.response.text()]).toEqual([413, 'Maximum size exceeded\n']);
    const other = await begin(person, { ...metadata, contentType: 'text/html' }, 1);
    expect([other.status, await other.response.text()]).toEqual([
      415,
      'mime type text/html is not supported',
    ]);
    const picture = { bucketName: 'avatars', objectName: `${person.id}/x` };
    const inParts = await begin(person, picture, 4);
    expect([inParts.status, await inParts.response.text()]).toEqual([
      400,
      'A picture is uploaded here in one request.',
    ]);
  });

  it('by the quota, which includes uploads in progress', async () => {
    const id = await openBucket();
    const person = await actors.signedIn();
    const half = 30 * 1_048_576;
    for (const objectName of ['1', '2', '3']) {
      expect((await begin(person, { bucketName: id, objectName }, half)).status).toBe(201);
    }
    const fourth = await begin(person, { bucketName: id, objectName: '4' }, half);
    expect(fourth.status).toBe(413);
    expect(await fourth.response.text()).toContain('more than 100 MB');
  });

  it.each([
    ['no version', { 'tus-resumable': '' }, 412],
    ['no length', { 'upload-length': '' }, 400],
    ['an invalid length', { 'upload-length': '-1' }, 400],
    ['no metadata', { 'upload-metadata': '' }, 400],
    ['invalid metadata', { 'upload-metadata': 'a b c' }, 400],
    ['no name', { 'upload-metadata': encode({ bucketName: 'x' }) }, 400],
    ['a wrong name', { 'upload-metadata': encode({ bucketName: 'x', objectName: '../x' }) }, 400],
    ['a wrong bucket', { 'upload-metadata': encode({ bucketName: '..', objectName: 'x' }) }, 404],
    ['parts of its own', { 'upload-concat': 'partial' }, 501],
    ['an unknown method', { 'x-http-method-override': 'constructor' }, 404],
  ])('with %s', async (_what, headers, status) => {
    const id = await openBucket();
    const person = await actors.signedIn();
    const metadata = { bucketName: id, objectName: 'x' };
    const answer = await begin(person, metadata, 4, { headers });
    expect([answer.status, answer.headers.get('tus-resumable')]).toEqual([status, '1.0.0']);
  });
});

it('OPTIONS says what is supported', async () => {
  const { headers, status } = await call(new Request(endpoint, { method: 'OPTIONS' }));
  expect([status, headers.get('tus-version'), headers.get('tus-extension')]).toEqual([
    204,
    '1.0.0',
    'creation,creation-with-upload,expiration,termination',
  ]);
});

it('a bucket can be deleted with its unfinished uploads', async () => {
  const id = await openBucket();
  const person = await actors.signedIn();
  const begun = await begin(person, { bucketName: id, objectName: 'x' }, 8);
  await add(person, urlOf(begun), 0, count(0, 4));
  expect((await service.deleteBucket(id)).error).toBeNull();
  await post.deliver();
  expect(storage.stored().filter((file) => file.includes(id))).toEqual([]);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
