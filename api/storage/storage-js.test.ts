import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { testBuckets } from '#test/support/buckets.ts';
import { openTestApi } from '#test/support/test-api.ts';

// What the official client can say, and no other test here says.
const api = await openTestApi();
const { actors, bugs } = api;
const buckets = testBuckets(api);
const service = actors.staff.client.storage;

async function openBucket() {
  const id = await buckets.make({ public: true });
  await buckets.allow('authenticated', 'all', `bucket_id = '${id}'`);
  const { client } = await actors.signedIn();
  return { id, files: client.storage.from(id) };
}

describe('a content', () => {
  it('comes in whatever the client takes', async () => {
    const { files } = await openBucket();
    const bytes = Buffer.from('abc');
    const form = new FormData();
    form.append('', new Blob([bytes]));
    const bodies = {
      text: 'abc',
      blob: new Blob([bytes]),
      file: new File([bytes], 'a.txt'),
      form,
      buffer: bytes,
      view: new Uint8Array(bytes),
      arrayBuffer: new Uint8Array(bytes).buffer,
      webStream: new Blob([bytes]).stream(),
      nodeStream: Readable.from([bytes]),
    };
    for (const [name, body] of Object.entries(bodies)) {
      const { error } = await files.upload(name, body, { duplex: 'half' });
      expect([name, error]).toEqual([name, null]);
      const { data } = await files.download(name);
      expect([name, await data?.text()]).toEqual([name, 'abc']);
    }
  });

  it('goes as a stream, too', async () => {
    const { files } = await openBucket();
    await files.upload('a', 'abc');
    const { data } = await files.download('a').asStream();
    expect(await new Response(data).text()).toBe('abc');
    expect((await files.download('b').asStream()).error).toMatchObject({ status: 404 });
  });
});

describe('what is not to be had here is refused, and changes nothing', () => {
  it('one version among several', async () => {
    const { files } = await openBucket();
    await files.upload('a', 'abc');
    const versionId = crypto.randomUUID();
    for (const { error } of [
      await files.remove([{ path: 'a', versionId }]),
      await files.download('a', { versionId }),
      await files.info('a', { versionId }),
      await files.createSignedUrl('a', 60, { versionId }),
    ]) {
      const message = expect.stringContaining('Versions are not supported here.');
      expect(error).toMatchObject({ status: 400, message });
    }
    const { data } = files.getPublicUrl('a', { versionId });
    const { pathname, search } = new URL(data.publicUrl);
    expect((await api.fetch(pathname + search)).status).toBe(400);
    expect((await files.exists('a')).data).toBe(true);
  });

  it('caches beyond this site, lifecycles, other kinds of buckets', async () => {
    const { id, files } = await openBucket();
    const rule = { rules: [] };
    for (const { error } of [
      await files.purgeCache('a'),
      await service.purgeBucketCache(id),
      await service.getBucketLifecycle(id),
      await service.updateBucketLifecycle(id, rule as never),
      await service.deleteBucketLifecycle(id),
      await service.createBucket('tables', { public: false, type: 'ANALYTICS' } as never),
      await service.analytics.listBuckets(),
      await service.vectors.listBuckets(),
    ]) {
      expect(error?.message).toMatch(/not supported|supported here|nothing at this address/);
    }
  });
});

it('has met no bug on the way', () => expect(bugs).toEqual([]));
