import { describe, expect, it } from 'vitest';
import { siteUrl } from '#test/support/site-url.ts';
import { untilSomebodyWaits } from '#test/support/until-somebody-waits.ts';
import { count, openUploadsInParts, urlOf } from './fixture/uploads-in-parts.ts';

const { actors, asAdmin, call, database, post, storage, bugs, send, begin, add, openBucket } =
  await openUploadsInParts();

describe('an upload in parts', () => {
  it('becomes an object with its last part, larger than a single request allows', async () => {
    const id = await openBucket();
    const person = await actors.signedIn();
    const chunk = 6 * 1024 * 1024;
    const size = chunk + 1_000;
    const begun = await begin(
      person,
      {
        bucketName: id,
        objectName: 'a/film.mp4',
        contentType: 'video/mp4',
        cacheControl: '60',
        metadata: '{"by":"Kim"}',
      },
      size,
    );
    expect([begun.status, begun.headers.get('tus-resumable')]).toEqual([201, '1.0.0']);
    // The clients for Kotlin and Swift only accept a complete URL.
    const whole = /^http:\/\/site\.test\/storage\/v1\/upload\/resumable\/[\w-]+$/;
    expect(begun.headers.get('location')).toMatch(whole);
    expect(Date.parse(begun.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now());
    const url = urlOf(begun);
    const own = person.client.storage.from(id);

    const first = await add(person, url, 0, count(0, chunk));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(chunk)]);
    expect((await own.exists('a/film.mp4')).data).toBe(false);
    const told = await send(person, 'HEAD', url);
    expect(Object.fromEntries(told.headers)).toMatchObject({
      'upload-offset': String(chunk),
      'upload-length': String(size),
      'cache-control': 'no-store',
    });
    const last = await add(person, url, chunk, count(chunk, size));
    expect([last.status, last.headers.get('tus-complete')]).toEqual([204, '1']);
    // A client that missed the last answer asks, and learns that everything is there.
    expect((await send(person, 'HEAD', url)).headers.get('upload-offset')).toBe(String(size));

    await post.deliver();
    const { data } = await own.download('a/film.mp4');
    expect(
      Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(count(0, size)),
    ).toBe(true);
    expect((await own.info('a/film.mp4')).data).toMatchObject({
      size,
      contentType: 'video/mp4',
      cacheControl: 'max-age=60',
      metadata: { by: 'Kim' },
    });
    for (const [from, to] of [
      [chunk - 2, chunk + 2],
      [chunk + 5, chunk + 9],
      [0, 3],
    ] as const) {
      const part = await call(
        new Request(`${siteUrl}/storage/v1/object/${id}/a/film.mp4`, {
          headers: { ...person.headers, range: `bytes=${from}-${to}` },
        }),
      );
      expect(part.status).toBe(206);
      expect(new Uint8Array(await part.arrayBuffer())).toEqual(count(from, to + 1));
    }
    expect((await own.copy('a/film.mp4', 'copy')).error).toBeNull();
    await own.remove(['a/film.mp4']);
    await post.deliver();
    const copied = await (await own.download('copy')).data?.arrayBuffer();
    expect(Buffer.from(copied ?? new ArrayBuffer()).equals(count(0, size))).toBe(true);
    await own.remove(['copy']);
    await post.deliver();
    expect(storage.stored().filter((file) => file.includes(id))).toEqual([]);
  });

  it('may start with its first part, and be empty', async () => {
    const id = await openBucket();
    const person = await actors.signedIn();
    const type = { 'content-type': 'application/offset+octet-stream' };
    const whole = await begin(person, { bucketName: id, objectName: 'whole' }, 5, {
      headers: type,
      body: count(0, 5),
    });
    expect([whole.status, whole.headers.get('upload-offset')]).toEqual([201, '5']);
    const empty = await begin(person, { bucketName: id, objectName: 'empty' }, 0);
    expect([empty.status, empty.headers.get('tus-complete')]).toEqual([201, '1']);
    const own = person.client.storage.from(id);
    expect((await own.info('whole')).data).toMatchObject({
      size: 5,
      contentType: 'application/octet-stream',
      cacheControl: 'no-cache',
    });
    expect((await (await own.download('empty')).data?.text()) ?? 'none').toBe('');
  });

  it('replaces a taken name only with x-upsert', async () => {
    const id = await openBucket();
    const person = await actors.signedIn();
    const metadata = { bucketName: id, objectName: 'taken' };
    await person.client.storage.from(id).upload('taken', 'old');
    const refused = await begin(person, metadata, 3);
    expect([refused.status, await refused.response.text()]).toEqual([
      409,
      'The resource already exists',
    ]);
    const begun = await begin(person, metadata, 3, { headers: { 'x-upsert': 'true' } });
    expect((await add(person, urlOf(begun), 0, count(0, 3))).status).toBe(204);
    await post.deliver();
    const { data } = await person.client.storage.from(id).download('taken');
    expect(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(count(0, 3));
  });

  it('accepts each part once, at its position, and no more than was declared', async () => {
    const id = await openBucket();
    const person = await actors.signedIn();
    const begun = await begin(person, { bucketName: id, objectName: 'x' }, 10);
    const url = urlOf(begun);
    const both = await Promise.all([
      add(person, url, 0, count(0, 4)),
      add(person, url, 0, count(0, 4)),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    const again = await add(person, url, 0, count(0, 4));
    expect([again.status, await again.response.text()]).toEqual([409, 'Upload-Offset conflict\n']);
    expect((await add(person, url, 4, count(4, 11))).status).toBe(413);
    expect((await add(person, url, 4, count(4, 10))).status).toBe(204);
    expect(storage.stored().filter((file) => file.includes(id))).toHaveLength(2);
  });

  it('has a thousand parts at most', async () => {
    const person = await actors.signedIn();
    const begun = await begin(person, { bucketName: await openBucket(), objectName: 'x' }, 4);
    const url = urlOf(begun);
    await database.asService.query({
      text: `update storage.resumable_uploads set parts = (select jsonb_agg('{}'::jsonb) from generate_series(1, 1000))
        where id = $1`,
      values: [url.slice(-36)],
    });
    const refused = await add(person, url, 0, count(0, 4));
    expect([refused.status, await refused.response.text()]).toEqual([
      413,
      'An upload has at most 1000 parts\n',
    ]);
  });

  it('writes its object once, even if two requests find it complete', async () => {
    const id = await openBucket();
    const person = await actors.signedIn();
    const own = person.client.storage.from(id);
    const url = urlOf(await begin(person, { bucketName: id, objectName: 'x' }, 4));
    await own.upload('x', 'in the way');
    await add(person, url, 0, count(0, 4));
    await own.remove(['x']);
    await asAdmin(async (client) => {
      await client.query('begin');
      await client.query('update storage.resumable_uploads set finished_at = now() where id = $1', [
        url.slice(-36),
      ]);
      const late = send(person, 'HEAD', url);
      await untilSomebodyWaits(client);
      await client.query('commit');
      expect((await late).status).toBe(409);
    });
    expect((await own.exists('x')).data).toBe(false);
  });

  it('is completed if a process died between the last part and the object', async () => {
    const id = await openBucket();
    const person = await actors.signedIn();
    const url = urlOf(await begin(person, { bucketName: id, objectName: 'x' }, 4));
    const own = person.client.storage.from(id);
    await own.upload('x', 'in the way');
    expect((await add(person, url, 0, count(0, 4))).status).toBe(409);
    expect((await send(person, 'HEAD', url)).status).toBe(409);
    await own.remove(['x']);
    expect((await send(person, 'HEAD', url)).headers.get('upload-offset')).toBe('4');
    expect((await own.info('x')).data?.size).toBe(4);
  });

  it('is cancelled, or expires after a day', async () => {
    const id = await openBucket();
    const person = await actors.signedIn();
    const urls: string[] = [];
    for (const objectName of ['given up', 'forgotten', 'finished']) {
      const begun = await begin(person, { bucketName: id, objectName }, 8);
      urls.push(urlOf(begun));
      await add(person, urlOf(begun), 0, count(0, 4));
    }
    const [givenUp = '', forgotten = '', finished = ''] = urls;
    await add(person, finished, 4, count(4, 8));
    expect((await send(person, 'DELETE', finished)).status).toBe(400);
    expect((await send(person, 'DELETE', givenUp)).status).toBe(204);
    expect((await send(person, 'HEAD', givenUp)).status).toBe(404);
    await database.asService.query({
      text: 'update storage.resumable_uploads set expires_at = now() where bucket_id = $1',
      values: [id],
    });
    expect((await add(person, forgotten, 4, count(4, 8))).status).toBe(404);
    const wanted = urlOf(await begin(person, { bucketName: id, objectName: 'under way' }, 4));
    await database.asService.query({ text: `select queue.add('clean-uploads', '{}')` });
    await post.deliver();
    await post.deliver();
    expect(storage.stored().filter((file) => file.includes(id))).toHaveLength(2);
    const { data } = await person.client.storage.from(id).download('finished');
    expect(data?.size).toBe(8);
    expect((await add(person, wanted, 0, count(0, 4))).status).toBe(204);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
