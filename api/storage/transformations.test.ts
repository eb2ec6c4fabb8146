import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { testBuckets } from '#test/support/buckets.ts';
import { asBlob, picture } from '#test/support/pictures.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, call, bugs } = api;
const buckets = testBuckets(api);
const service = actors.staff.client.storage;
const id = await buckets.make({ public: true });
const bucket = service.from(id);
await bucket.upload(
  'wide.jpg',
  asBlob(await picture('jpeg', { width: 400, height: 200 }), 'image/jpeg'),
);
await bucket.upload('page.png', '<svg/>', { contentType: 'image/png' });

async function factsOf(response: Response) {
  const { format, width, height } = await sharp(
    Buffer.from(await response.arrayBuffer()),
  ).metadata();
  return [format, width, height];
}
const open = (address: string, headers: Record<string, string> = {}) =>
  call(new Request(address, { headers }));

describe('a picture is shown', () => {
  it.each([
    [{ width: 100 }, [100, 50]],
    [{ height: 50 }, [100, 50]],
    [{ width: 100, height: 100 }, [100, 100]],
    [{ width: 100, height: 100, resize: 'contain' }, [100, 50]],
    [{ width: 100, height: 100, resize: 'fill' }, [100, 100]],
    [{ width: 5_000 }, [400, 200]],
  ] as const)('as %j', async (transform, size) => {
    const { data } = await bucket.download('wide.jpg', { transform });
    const facts = await sharp(
      Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()),
    ).metadata();
    expect([facts.format, facts.width, facts.height]).toEqual(['jpeg', ...size]);
    expect(data?.type).toBe('image/jpeg');
  });

  it('as WebP to clients that accept it, unless its own format is requested', async () => {
    const address = `${siteUrl}/storage/v1/render/image/public/${id}/wide.jpg?width=100`;
    const accept = { accept: 'image/avif,image/webp,*/*' };
    const small = await open(address, accept);
    expect(small.headers.get('content-type')).toBe('image/webp');
    expect(small.headers.get('vary')).toContain('Accept');
    expect(await factsOf(small)).toEqual(['webp', 100, 50]);
    expect(small.headers.get('x-accel-expires')).toBe('0');
    const own = await open(`${address}&format=origin`, accept);
    expect(own.headers.has('x-accel-expires')).toBe(false);
    expect(await factsOf(own)).toEqual(['jpeg', 100, 50]);
    const known = await open(address, {
      ...accept,
      'if-none-match': small.headers.get('etag') ?? '',
    });
    expect(known.status).toBe(304);
    expect(small.headers.get('etag')).not.toBe(own.headers.get('etag'));
  });

  it('at a signed URL as it was signed, and nowhere else', async () => {
    const { data } = await bucket.createSignedUrl('wide.jpg', 60, {
      transform: { width: 123, height: 45, quality: 61 },
    });
    const address = data?.signedUrl ?? '';
    expect(address).toContain(`/storage/v1/render/image/sign/${id}/wide.jpg?token=`);
    const shown = await open(`${address}&width=300`);
    expect(shown.headers.get('x-transformations')).toBe(
      'height:45,width:123,resizing_type:fill,quality:61',
    );
    expect(await factsOf(shown)).toEqual(['jpeg', 123, 45]);
    expect((await open(address.replace('render/image', 'object'))).status).toBe(400);
    const plain = await bucket.createSignedUrl('wide.jpg', 60);
    const other = plain.data?.signedUrl.replace('/object/', '/render/image/') ?? '';
    expect((await open(other)).status).toBe(400);
  });
});

describe('what is not shown', () => {
  it('includes a public picture in sizes and qualities that are not listed', async () => {
    const ask = (query: string) =>
      open(`${siteUrl}/storage/v1/render/image/public/${id}/wide.jpg?${query}`);
    for (const query of ['width=101', 'height=3', 'width=100&quality=81', 'width=2500']) {
      const answer = await ask(query);
      expect([answer.status, (await answer.json()).code]).toEqual([400, 'InvalidRequest']);
    }
    expect((await ask('width=100&height=200&quality=80')).status).toBe(200);
  });

  it('includes impossible sizes, other kinds of files, and what the caller may not see', async () => {
    for (const transform of [{ width: 0.5 }, { quality: 10, width: 5 }, { width: -1 }]) {
      expect((await bucket.download('wide.jpg', { transform })).error).toMatchObject({
        code: 'InvalidRequest',
      });
    }
    const sized = { transform: { width: 10 } };
    expect((await bucket.download('page.png', sized)).error).toMatchObject({
      code: 'InvalidMimeType',
    });
    const closed = await buckets.make();
    await service.from(closed).upload('x.png', asBlob(await picture('png')));
    const stranger = (await actors.signedIn()).client.storage.from(closed);
    expect((await stranger.download('x.png', sized)).error).toMatchObject({ code: 'NoSuchKey' });
    const { publicUrl } = stranger.getPublicUrl('x.png', { transform: { width: 100 } }).data;
    expect((await open(publicUrl)).status).toBe(404);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
