import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { testBuckets } from '#test/support/buckets.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';

// What only the official client covers and no other test here does.
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

const send = (method: string, path: string, body: object) =>
  api.call(
    new Request(new URL(`/storage/v1/${path}`, siteUrl), {
      method,
      headers: { ...actors.staff.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );

describe('contents', () => {
  it('are sent in whatever form the client accepts', async () => {
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

  it('are also sent as a stream', async () => {
    const { files } = await openBucket();
    await files.upload('a', 'abc');
    const { data } = await files.download('a').asStream();
    expect(await new Response(data).text()).toBe('abc');
    expect((await files.download('b').asStream()).error).toMatchObject({ status: 404 });
  });
});

describe('clients in other languages', () => {
  it('send a number or a flag as text', async () => {
    const id = await buckets.make();
    const flags = { public: 'true', file_size_limit: '2000' };
    expect((await send('PUT', `bucket/${id}`, flags)).status).toBe(200);
    expect((await service.getBucket(id)).data).toMatchObject({
      public: true,
      file_size_limit: 2_000,
    });
    for (const name of ['a', 'b']) await service.from(id).upload(name, 'abc');
    const { signedURL } = await (
      await send('POST', `object/sign/${id}/a`, { expiresIn: '60' })
    ).json();
    const opened = await api.call(new Request(new URL(`/storage/v1${signedURL}`, siteUrl)));
    expect(await opened.text()).toBe('abc');
    const signed = await send('POST', `object/sign/${id}`, { expiresIn: '60', paths: ['a'] });
    expect(await signed.json()).toMatchObject([{ path: 'a', error: null }]);
    const listed = await send('POST', `object/list/${id}`, {
      prefix: '',
      limit: '1',
      offset: '1',
    });
    expect(await listed.json()).toMatchObject([{ name: 'b' }]);
    const page = await send('POST', `object/list-v2/${id}`, { limit: '1', with_delimiter: 'true' });
    expect(await page.json()).toMatchObject({ hasNext: true, objects: [{ key: 'a' }] });
    for (const expiresIn of ['soon', '0', '', ' 60']) {
      const refused = await send('POST', `object/sign/${id}/a`, { expiresIn });
      expect([expiresIn, refused.status]).toEqual([expiresIn, 400]);
    }
  });

  it('get the id of a file uploaded to a signed URL', async () => {
    const id = await buckets.make();
    const { url } = await (await send('POST', `object/upload/sign/${id}/a`, {})).json();
    const sent = await api.call(
      new Request(new URL(`/storage/v1${url}`, siteUrl), { method: 'PUT', body: 'abc' }),
    );
    const { data } = await service.from(id).info('a');
    expect(await sent.json()).toEqual({ Id: data?.id, Key: `${id}/a` });
  });

  it('send null for what is left out', async () => {
    const id = `bucket-${crypto.randomUUID().slice(0, 8)}`;
    const limits = { file_size_limit: null, allowed_mime_types: null };
    const made = await send('POST', 'bucket', {
      id,
      name: id,
      public: null,
      type: null,
      ...limits,
    });
    expect(made.status).toBe(200);
    await service.from(id).upload('a', 'abc');
    const listed = await send('POST', `object/list/${id}`, {
      prefix: '',
      limit: null,
      offset: 0,
      sortBy: { column: 'name', order: null },
      search: null,
    });
    expect(await listed.json()).toMatchObject([{ name: 'a' }]);
    for (const [path, body] of [
      [`object/list-v2/${id}`, { prefix: null, cursor: null, with_delimiter: null, sortBy: null }],
      [`object/sign/${id}/a`, { expiresIn: 60, transform: { width: null }, versionId: null }],
      [`object/sign/${id}/a`, { expiresIn: 60, transform: null }],
      ['object/copy', { bucketId: id, sourceKey: 'a', destinationKey: 'b', metadata: null }],
      [
        'object/move',
        { bucketId: id, sourceKey: 'b', destinationKey: 'c', destinationBucket: null },
      ],
    ] as const) {
      expect([path, (await send('POST', path, body)).status]).toEqual([path, 200]);
    }
    const refused = await send('POST', `object/sign/${id}`, { expiresIn: 60, paths: [null] });
    expect(refused.status).toBe(400);
    // What is never read may be nested to any depth.
    let deep = {};
    for (let depth = 0; depth < 400; depth += 1) deep = { a: deep };
    expect((await send('POST', `object/list/${id}`, deep)).status).toBe(200);
  });
});

describe('what is not supported here is refused, and changes nothing', () => {
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
      await service.createBucket('kept', { public: false, versioningStatus: 'ENABLED' }),
      await service.updateBucket(id, { public: true, versioningStatus: 'ENABLED' }),
      await service.analytics.listBuckets(),
      await service.vectors.listBuckets(),
    ]) {
      expect(error?.message).toMatch(/not supported|supported here|nothing at this address/);
    }
    const lifecycle = { name: 'aging', lifecycle_configuration: rule };
    for (const [method, path] of [
      ['POST', 'bucket'],
      ['PUT', `bucket/${id}`],
    ] as const) {
      expect([method, (await send(method, path, lifecycle)).status]).toEqual([method, 400]);
    }
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
