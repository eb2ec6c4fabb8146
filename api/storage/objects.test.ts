import { describe, expect, it } from 'vitest';
import { testBuckets } from '#test/support/buckets.ts';
import { asBlob } from '#test/support/pictures.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, call, post, bugs } = api;
const buckets = testBuckets(api);
const service = actors.staff.client.storage;
const words = 'What somebody wrote';

const open = (address: string, headers: Record<string, string> = {}) =>
  call(new Request(address, { headers }));
const textOf = async (blob: Blob | null) => blob?.text();

describe('an object of any kind', () => {
  it('is stored as it was sent, with its type, cache time and metadata', async () => {
    const bucket = service.from(await buckets.make());
    const bodies = [words, new TextEncoder().encode(words), asBlob(words, 'text/markdown')];
    for (const [place, body] of bodies.entries()) {
      const name = `folder/${place}.md`;
      const options = {
        contentType: 'text/markdown',
        cacheControl: '60',
        metadata: { by: 'Kim', pages: 3 },
      };
      const { data, error } = await bucket.upload(name, body, options);
      expect(error).toBeNull();
      const { data: facts } = await bucket.info(name);
      expect(facts).toMatchObject({
        id: data?.id,
        name,
        size: words.length,
        contentType: 'text/markdown',
        cacheControl: 'max-age=60',
        metadata: { by: 'Kim', pages: 3 },
      });
      const { data: blob } = await bucket.download(name);
      expect([await textOf(blob), blob?.type]).toEqual([words, 'text/markdown']);
    }
    expect((await bucket.upload('empty', '')).error).toBeNull();
    expect(await textOf((await bucket.download('empty')).data)).toBe('');
  });

  it('can be replaced by several requests at once, and none is told that it already exists', async () => {
    const id = await buckets.make();
    const bucket = service.from(id);
    await bucket.upload('from', words);
    const copy = () =>
      call(
        new Request(`${siteUrl}/storage/v1/object/copy`, {
          method: 'POST',
          headers: { ...actors.staff.headers, 'x-upsert': 'true' },
          body: JSON.stringify({ bucketId: id, sourceKey: 'from', destinationKey: 'to' }),
        }),
      );
    for (let round = 0; round < 3; round += 1) {
      await bucket.remove(['to']);
      const outcomes = await Promise.all([
        ...[1, 2, 3, 4].map((n) => bucket.upload('to', `${words} ${n}`, { upsert: true })),
        ...[1, 2, 3, 4].map(() => copy().then(({ ok }) => ({ error: ok ? null : 'refused' }))),
      ]);
      expect(outcomes.map(({ error }) => error)).toEqual(Array(8).fill(null));
      expect(await textOf((await bucket.download('to')).data)).toContain(words);
    }
  });

  it('with metadata that cannot be stored is refused, and metadata that is no object is ignored', async () => {
    const bucket = service.from(await buckets.make());
    const large = { a: 'x'.repeat(17_000) };
    const deep = JSON.parse(`${'{"a":'.repeat(2_700)}1${'}'.repeat(2_700)}`);
    for (const metadata of [{ a: '\0' }, { a: '\ud800' }, large]) {
      const { error } = await bucket.upload('x', asBlob(words), { metadata });
      expect(error).toMatchObject({ code: 'InvalidRequest', statusCode: '400' });
    }
    expect((await bucket.upload('deep', asBlob(words), { metadata: deep })).error).toBeNull();
    const lists = `{"a":${'['.repeat(8_000)}${']'.repeat(8_000)}}`;
    for (const metadata of ['[1', lists]) {
      const form = new FormData();
      form.append('metadata', metadata);
      form.append('', asBlob(words));
      expect((await bucket.upload('x', form, { upsert: true })).error).toBeNull();
      expect((await bucket.info('x')).data?.metadata).toEqual({});
    }
  });

  it('is replaced by an update and an upsert, and belongs to the last uploader', async () => {
    const id = await buckets.make();
    await buckets.allow('authenticated', 'all', `bucket_id = '${id}'`);
    const [first, second] = [await actors.signedIn(), await actors.signedIn()];
    await first.client.storage.from(id).upload('note', 'one', { metadata: { a: 1 } });
    expect((await second.client.storage.from(id).update('note', 'two')).error).toBeNull();
    const { rows } = await api.database.asService.query({
      text: `select owner_id, user_metadata from storage.objects where bucket_id = $1`,
      values: [id],
    });
    expect(rows).toEqual([{ owner_id: second.id, user_metadata: null }]);
    await post.deliver();
    expect(await textOf((await first.client.storage.from(id).download('note')).data)).toBe('two');
  });

  it('is not sent again to a client that has it as of that time, unless it sends another ETag', async () => {
    const id = await buckets.make();
    await service.from(id).upload('file', words);
    const { data } = await service.from(id).createSignedUrl('file', 60);
    const address = String(data?.signedUrl);
    const first = await open(address);
    const time = String(first.headers.get('last-modified'));
    const before = new Date(Date.parse(time) - 1_000).toUTCString();
    const asked = async (headers: Record<string, string>) => (await open(address, headers)).status;
    expect(await asked({ 'if-modified-since': time })).toBe(304);
    expect(await asked({ 'if-modified-since': before })).toBe(200);
    expect(await asked({ 'if-modified-since': 'yesterday' })).toBe(200);
    expect(await asked({ 'if-modified-since': time, 'if-none-match': '"other"' })).toBe(200);
  });

  it('is hidden from search engines unless it is public', async () => {
    const robots = async (address?: string) =>
      (await open(String(address))).headers.get('x-robots-tag');
    const [closed, shown] = [await buckets.make(), await buckets.make({ public: true })];
    for (const id of [closed, shown]) await service.from(id).upload('file', words);
    const { data } = await service.from(closed).createSignedUrl('file', 60);
    expect(await robots(data?.signedUrl)).toBe('none');
    expect(await robots(service.from(shown).getPublicUrl('file').data.publicUrl)).toBeNull();
  });

  it('has a name in any script, which leads back to it', async () => {
    const bucket = service.from(await buckets.make({ public: true }));
    for (const name of [
      'Müller/Lebenslauf.pdf',
      '履歴書.pdf',
      'سيرة\u200cها.pdf',
      '👩‍⚕️ – 1\u202f½.txt',
    ]) {
      expect([name, (await bucket.upload(name, words)).error]).toEqual([name, null]);
      const { data } = await bucket.createSignedUrl(name, 60);
      const addresses = [data?.signedUrl, bucket.getPublicUrl(name).data.publicUrl];
      for (const address of addresses) {
        expect(await (await open(String(address))).text()).toBe(words);
      }
      const saved = await open(`${addresses[1]}?download=`);
      const file = encodeURIComponent(String(name.split('/').pop()));
      expect(saved.headers.get('content-disposition')).toBe(
        `attachment; filename=${file}; filename*=UTF-8''${file}`,
      );
      expect((await bucket.list('', { search: name.slice(0, 2) })).data).toHaveLength(1);
      expect((await bucket.move(name, `to/${name}`)).error).toBeNull();
      expect((await bucket.remove([`to/${name}`])).data).toHaveLength(1);
    }
    for (const name of ['a\u202egnp.exe', 'a\u200bb', '\ufeffa', 'a\u2028b', '\ud800']) {
      const { error } = await bucket.move('x', name);
      expect(error).toMatchObject({
        code: 'InvalidKey',
        message: `Invalid key: ${encodeURIComponent(name.toWellFormed())}`,
      });
    }
  });

  it('is signed together with a thousand others', async () => {
    const bucket = service.from(await buckets.make());
    await bucket.upload('1', words);
    const names = Array.from({ length: 1_000 }, (_, place) => String(place));
    const { data } = await bucket.createSignedUrls(names, 60);
    expect([data?.length, data?.filter(({ error }) => error === null).length]).toEqual([1_000, 1]);
    expect((await bucket.createSignedUrls([...names, 'x'], 60)).error).not.toBeNull();
  });

  it('is moved to one place, and a concurrent move elsewhere is told that it is gone', async () => {
    const [id, other] = [await buckets.make(), await buckets.make()];
    await service.from(id).upload('file', 'x', { contentType: 'text/plain' });
    const places = ['one', 'two', 'three', 'four'];
    const answers = await Promise.all([
      ...places.map((place) => service.from(id).move('file', place)),
      ...places.map((place) => service.from(id).move('file', place, { destinationBucket: other })),
    ]);
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
    for (const { error } of answers) {
      if (error) expect(error).toMatchObject({ message: 'Object not found', statusCode: '404' });
    }
    const lists = await Promise.all([id, other].map((bucket) => service.from(bucket).list()));
    expect(lists.flatMap(({ data }) => data)).toHaveLength(1);
  });

  it('is sent in ranges, and not again to a client that has it', async () => {
    const id = await buckets.make({ public: true });
    await service.from(id).upload('file', '0123456789', { contentType: 'text/plain' });
    const address = service.from(id).getPublicUrl('file').data.publicUrl;
    for (const [range, text, content] of [
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-2', '89', 'bytes 8-9/10'],
      ['bytes=8-100', '89', 'bytes 8-9/10'],
    ]) {
      const part = await open(address, { range: range ?? '' });
      expect([part.status, await part.text()]).toEqual([206, text]);
      expect(part.headers.get('content-range')).toBe(content);
    }
    const beyond = await open(address, { range: 'bytes=10-' });
    expect([beyond.status, (await beyond.json()).message]).toEqual([416, 'invalid range provided']);
    // A client that resumes an interrupted download learns that it already has everything.
    expect(beyond.headers.get('content-range')).toBe('bytes */10');
    expect(beyond.headers.get('access-control-expose-headers')).toContain('Accept-Ranges');
    expect((await open(address, { range: 'bytes=3-1' })).status).toBe(200);
    const whole = await open(address, { range: 'bytes=1-2', 'if-range': '"other"' });
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
    const { headers } = whole;
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    const again = await open(address, { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each([
    ['text/html', 'text/plain', 'inline'],
    ['image/svg+xml', 'image/svg+xml', "attachment; filename=page; filename*=UTF-8''page"],
    ['application/pdf', 'application/pdf', "attachment; filename=page; filename*=UTF-8''page"],
    ['text/javascript', 'text/javascript', "attachment; filename=page; filename*=UTF-8''page"],
    ['video/mp4', 'video/mp4', 'inline'],
  ])('of the type %s is never run', async (contentType, served, disposition) => {
    const id = await buckets.make({ public: true });
    await service.from(id).upload('page', '<script>alert(1)</script>', { contentType });
    const { headers } = await open(service.from(id).getPublicUrl('page').data.publicUrl);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': served,
      'content-disposition': disposition,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('in a public bucket is open without a key at its older URL too, and no other is', async () => {
    const [shown, hidden] = [await buckets.make({ public: true }), await buckets.make()];
    for (const id of [shown, hidden]) await service.from(id).upload('a.txt', words);
    const ask = async (method: string, path: string) => {
      const url = `${siteUrl}/storage/v1/object/${path}`;
      const answer = await call(new Request(url, { method }));
      return [answer.status, method === 'HEAD' ? '' : await answer.text()];
    };
    expect(await ask('GET', `${shown}/a.txt`)).toEqual([200, words]);
    expect(await ask('HEAD', `${shown}/a.txt`)).toEqual([200, '']);
    expect((await ask('GET', `${hidden}/a.txt`))[0]).toBe(404);
    for (const path of [`authenticated/${shown}/a.txt`, `info/${shown}/a.txt`]) {
      expect((await ask('GET', path))[0]).toBe(403);
    }
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await ask(method, `${shown}/a.txt`))[0]).toBe(403);
    }
  });

  it('is not cached if nothing was specified', async () => {
    const id = await buckets.make({ public: true });
    const url = `${siteUrl}/storage/v1/object/${id}/a.txt`;
    for (const [said, kept, sent] of [
      ['', 'no-cache', 'public, max-age=0'],
      ['max-age=60', 'max-age=60', 'public, max-age=60'],
    ] as const) {
      const headers = { ...actors.staff.headers, 'x-upsert': 'true', 'cache-control': said };
      await call(new Request(url, { method: 'POST', headers, body: words }));
      expect((await service.from(id).info('a.txt')).data?.cacheControl).toBe(kept);
      const answer = await call(new Request(service.from(id).getPublicUrl('a.txt').data.publicUrl));
      expect(answer.headers.get('cache-control')).toBe(sent);
    }
  });

  it('without a name is refused for that reason, whatever the operation', async () => {
    const url = `${siteUrl}/storage/v1/object/${await buckets.make()}/`;
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const answer = await call(new Request(url, { method, headers: actors.staff.headers }));
      expect([answer.status, (await answer.json()).code]).toEqual([400, 'InvalidKey']);
    }
  });

  it('is at its public URL only while the bucket is public', async () => {
    const id = await buckets.make({ public: true });
    await service.from(id).upload('file', words);
    const address = service.from(id).getPublicUrl('file', { download: 'a b.txt' }).data.publicUrl;
    const response = await open(address);
    expect(await response.text()).toBe(words);
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename=a%20b.txt; filename*=UTF-8''a%20b.txt",
    );
    const visitor = actors.anonymous.client.storage.from(id);
    expect(await textOf((await visitor.download('file')).data)).toBe(words);
    expect((await visitor.exists('file')).data).toBe(true);
    expect((await visitor.list()).data).toEqual([]);
    await service.updateBucket(id, { public: false });
    expect((await open(address)).status).toBe(404);
    expect((await visitor.download('file')).error).toMatchObject({ code: 'NoSuchKey' });
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
