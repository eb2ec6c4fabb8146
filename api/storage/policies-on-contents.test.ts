import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { testBuckets } from '#test/support/buckets.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';

// Policies may check an upload's type, its length, and its metadata.
const api = await openTestApi();
const { actors, storage, call, bugs } = api;
const buckets = testBuckets(api);
let bucket: string;
let person: Actor;

beforeAll(async () => {
  bucket = await buckets.make();
  person = await actors.signedIn();
  const rules = {
    pictures: `metadata ->> 'mimetype' like 'image/%'`,
    small: `(metadata ->> 'contentLength')::int <= 100`,
    ours: `user_metadata ->> 'department' = 'engineering'`,
  };
  for (const [folder, rule] of Object.entries(rules)) {
    const rows = `bucket_id = '${bucket}' and name like '${folder}/%' and ${rule}`;
    await buckets.allow('authenticated', 'insert', rows);
  }
  await buckets.allow('authenticated', 'select', `bucket_id = '${bucket}'`);
});

type Content = { type?: string; bytes?: number; metadata?: Record<string, string> };

const ways: Record<string, (name: string, content: Content) => Promise<number>> = {
  async 'as a form'(name, { type = 'image/png', bytes = 10, metadata }) {
    const file = new Blob(['x'.repeat(bytes)], { type });
    const { error } = await person.client.storage
      .from(bucket)
      .upload(name, file, metadata ? { metadata } : {});
    return statusOf(error);
  },
  async 'as it is'(name, { type = 'image/png', bytes = 10, metadata }) {
    const { error } = await person.client.storage.from(bucket).upload(name, new Uint8Array(bytes), {
      contentType: type,
      ...(metadata ? { metadata } : {}),
    });
    return statusOf(error);
  },
  async 'in pieces of no told length'(name, { type = 'image/png', bytes = 10, metadata }) {
    const { status } = await send(`object/${bucket}/${name}`, {
      headers: {
        'content-type': type,
        'x-metadata': btoa(JSON.stringify(metadata ?? {})),
      },
      body: new Blob(['x'.repeat(bytes)]).stream(),
    });
    return status;
  },
  async 'in parts'(name, { type = 'image/png', bytes = 10, metadata }) {
    const facts = {
      bucketName: bucket,
      objectName: name,
      contentType: type,
      metadata: JSON.stringify(metadata ?? {}),
    };
    const { status } = await send('upload/resumable', {
      headers: {
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-length': String(bytes),
        'upload-metadata': Object.entries(facts)
          .map(([key, value]) => `${key} ${btoa(value)}`)
          .join(','),
      },
      body: 'x'.repeat(bytes),
    });
    return status === 201 ? 200 : status;
  },
};

function send(path: string, { headers, body }: { headers: object; body: BodyInit }) {
  const init = { method: 'POST', headers: { ...person.headers, ...headers }, body };
  return call(new Request(`${siteUrl}/storage/v1/${path}`, { ...init, duplex: 'half' } as object));
}

const statusOf = (error: { status?: number } | null) => (error ? (error.status ?? 0) : 200);
const named = (folder: string) => `${folder}/${crypto.randomUUID()}`;

describe.each(Object.entries(ways))('contents that arrive %s', (_way, bring) => {
  it('are allowed by their type', async () => {
    expect(await bring(named('pictures'), {})).toBe(200);
    expect(await bring(named('pictures'), { type: 'text/plain' })).toBe(403);
  });

  it('are allowed by their length', async () => {
    expect(await bring(named('small'), { bytes: 100 })).toBe(200);
    expect(await bring(named('small'), { bytes: 101 })).toBe(403);
  });

  it('are allowed by their metadata', async () => {
    const metadata = { department: 'engineering' };
    expect(await bring(named('ours'), { metadata })).toBe(200);
    expect(await bring(named('ours'), { metadata: { department: 'sales' } })).toBe(403);
    expect(await bring(named('ours'), {})).toBe(403);
  });

  it('leave no file behind if they are refused', async () => {
    const before = storage.stored().length;
    expect(await bring(named('nowhere'), {})).toBe(403);
    expect(await bring(named('pictures'), { type: 'text/plain' })).toBe(403);
    expect(storage.stored()).toHaveLength(before);
  });
});

it('a copy is allowed by its original’s metadata, or by its own', async () => {
  const from = named('pictures');
  await actors.staff.client.storage
    .from(bucket)
    .upload(from, new Blob(['x'], { type: 'image/png' }));
  const own = person.client.storage.from(bucket);
  expect((await own.copy(from, named('pictures'))).error).toBeNull();
  expect((await own.copy(from, named('small'))).error).toBeNull();
  expect((await own.copy(from, named('ours'))).error).toMatchObject({ statusCode: '403' });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
