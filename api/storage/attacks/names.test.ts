import { describe, expect, it } from 'vitest';
import { asBlob, picture } from '#test/support/pictures.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { actors, call, bugs, storage, database } = await openTestApi();
const person = await actors.signedIn();
const victim = await actors.signedIn();
const png = await picture('png');
const address = `${siteUrl}/storage/v1/object`;

async function send(path: string, init: RequestInit = {}, headers = person.headers) {
  const response = await call(
    new Request(`${address}/${path}`, {
      body: new Uint8Array(png),
      method: 'POST',
      ...init,
      headers,
    }),
  );
  const text = await response.text();
  return {
    status: response.status,
    code: text.startsWith('{') ? JSON.parse(text).code : undefined,
    text,
  };
}

const names = [
  '../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e/%2e%2e/x',
  '....//....//x',
  'me%00.png',
  'a%00/../../x',
  'a%5c..%5c..%5cx',
  '%FF%FE',
  '%E2%80%AEgnp.exe',
  'a%E2%80%8Bb',
  '%E2%80%A8',
  '%C2%A0',
  '%EF%BB%BFa',
  '%EE%80%80',
  'a%0d%0aset-cookie:x=1',
  'a%20',
  '%20',
  '.',
  'x/',
  '//x',
  'a%3Cscript%3E',
  `${'x'.repeat(300)}`,
];

describe('a name', () => {
  it.each(names)(
    '%j never leads out of its own folder, nor to an unexpected error',
    async (name) => {
      for (const method of ['POST', 'PUT']) {
        const { status, code, text } = await send(`avatars/${person.id}/${name}`, { method });
        expect([400, 403, 404], text).toContain(status);
        expect([
          'InvalidKey',
          'NoSuchBucket',
          'AccessDenied',
          'NoSuchRoute',
          'NoSuchKey',
        ]).toContain(code);
      }
      for (const method of ['GET', 'DELETE']) {
        const init = { method, body: undefined };
        const { status, text } = await send(`avatars/${person.id}/${name}`, init);
        expect([400, 404], text).toContain(status);
      }
      expect(storage.stored()).toEqual([]);
    },
  );

  it.each([
    'me.png',
    "it's (1) & me!.webp",
    'a+b@c,d;e=f:g$h',
    '%',
    'a%b',
    'ü.png',
    '😀.png',
    'e\u0301.png',
  ])('the official client’s %j is stored or refused, and never becomes a path', async (name) => {
    const bucket = person.client.storage.from('avatars');
    const { error } = await bucket.upload(`${person.id}/${name}`, asBlob(png));
    if (error) expect(error).toMatchObject({ code: 'InvalidKey', statusCode: '400' });
    else {
      expect((await bucket.download(`${person.id}/${name}`)).error).toBeNull();
      await bucket.remove([`${person.id}/${name}`]);
    }
    for (const file of storage.stored()) {
      expect(file.slice(storage.folder.length)).toMatch(
        /^\/avatars\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/,
      );
    }
  });

  it.each(['list', 'sign', ''])('NUL and worse in the body of %j do no harm', async (word) => {
    const method = word === '' ? 'DELETE' : 'POST';
    const path = `${word}${word && '/'}avatars`;
    for (const bad of ['\0', '\ud800', "'; drop table storage.objects; --", '%', '../x']) {
      const body = JSON.stringify({
        prefix: bad,
        search: bad,
        expiresIn: 60,
        paths: [bad],
        prefixes: [bad],
      });
      const { status } = await send(path, { method, body });
      expect([200, 400]).toContain(status);
    }
    for (const body of ['', '[]', '{', 'null', '{"prefixes":"x"}', '{"limit":1e9}']) {
      expect((await send(path, { method, body })).status, body).toBeLessThan(500);
    }
    const { rows } = await database.asService.query({
      text: 'select count(*) from storage.objects',
    });
    expect(rows).toHaveLength(1);
  });
});

describe('another person’s folder', () => {
  const path = `${victim.id}/me.png`;
  it('cannot be written to, replaced, removed or listed', async () => {
    const own = victim.client.storage.from('avatars');
    await own.upload(path, asBlob(png));
    const bucket = person.client.storage.from('avatars');
    const denied = { statusCode: '403', code: 'AccessDenied' };
    expect((await bucket.upload(`${victim.id}/new`, asBlob(png))).error).toMatchObject(denied);
    expect((await bucket.upload(path, asBlob(png), { upsert: true })).error).toMatchObject(denied);
    expect((await bucket.update(path, asBlob(png))).error).toMatchObject({ code: 'NoSuchKey' });
    expect((await bucket.remove([path])).data).toEqual([]);
    expect((await bucket.list(victim.id)).data).toEqual([]);
    expect((await bucket.download(path)).error).toMatchObject({ code: 'NoSuchKey' });
    expect((await own.download(path)).error).toBeNull();
  });

  it('a taken name and a free one are refused alike', async () => {
    const tries = await Promise.all([send(`avatars/${path}`), send(`avatars/${victim.id}/free`)]);
    expect(tries[0]).toEqual(tries[1]);
  });

  it.each([
    ['nobody’s', 'me.png'],
    ['a deeper', `${person.id}/a/b.png`],
    ['an upper-case', `${person.id.toUpperCase()}/me.png`],
    ['a longer', `${person.id}x/me.png`],
  ])('%s folder is not the caller’s own', async (_kind, name) => {
    expect(await send(`avatars/${name}`)).toMatchObject({ status: 403, code: 'AccessDenied' });
  });

  it('without an account nothing is written, and the body is not even read', async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(1_000));
      },
    });
    const init = { body, duplex: 'half' } as RequestInit;
    const { status } = await send(`avatars/${path}`, init, actors.anonymous.headers);
    expect(status).toBe(403);
    expect(pulled).toBeLessThan(3);
  });
});

describe('URLs', () => {
  it.each([
    ['another bucket', 'POST', `private/${person.id}/x`, 'AccessDenied'],
    ['a bucket with a strange name', 'POST', `Ava~tars/${person.id}/x`, 'NoSuchBucket'],
    ['the whole bucket', 'POST', 'avatars', 'NoSuchRoute'],
    ['an invalid move', 'POST', 'move', 'InvalidRequest'],
    ['an invalid copy', 'POST', 'copy', 'InvalidRequest'],
    ['a signed upload', 'POST', `upload/sign/avatars/${victim.id}/x`, 'AccessDenied'],
    ['a list of versions', 'POST', 'list-versions/avatars', 'NotSupported'],
    ['another method', 'PATCH', `avatars/${person.id}/x`, 'NoSuchRoute'],
  ])('%s is refused', async (_what, method, path, code) => {
    expect(await send(path, { method })).toMatchObject({ code });
  });

  it('other services of the name do not exist', async () => {
    for (const path of ['bucket/x', 'render/image/public/avatars/x', 'object', 's3x']) {
      const response = await call(
        new Request(`${siteUrl}/storage/v1/${path}`, { headers: person.headers }),
      );
      expect(response.status, path).toBe(404);
    }
  });
});

describe('a request without a key', () => {
  // Like S3 clients, with their own signature, and reading only XML.
  const authorization =
    'AWS4-HMAC-SHA256 Credential=key/20260101/local/s3/aws4_request, SignedHeaders=host, Signature=00';

  it.each([
    ['GET', ''],
    ['GET', '/avatars?list-type=2'],
    ['HEAD', '/avatars/a.png'],
    ['PUT', '/avatars/a.png'],
    ['POST', '/avatars/a.png?uploads'],
    ['DELETE', '/avatars/a.png?versionId=1'],
  ])('is told for %s %s that the S3 protocol is not supported', async (method, path) => {
    const init = { method, headers: { authorization } };
    const answer = await call(new Request(`${siteUrl}/storage/v1/s3${path}`, init));
    expect(answer.status).toBe(501);
    expect(answer.headers.get('content-type')).toBe('application/xml');
    const words = '<Error><Code>NotImplemented</Code><Message>The S3 protocol is not spoken here.';
    expect(await answer.text()).toContain(words);
  });

  it('is told that the service is running', async () => {
    const answer = await call(new Request(`${siteUrl}/storage/v1/status`));
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });
});

it('a form without a file, or an invalid form, is refused', async () => {
  const empty = new FormData();
  empty.append('cacheControl', '3600');
  const path = `avatars/${person.id}/form`;
  expect(await send(path, { body: empty })).toMatchObject({ code: 'InvalidRequest' });
  const headers = { ...person.headers, 'content-type': 'multipart/form-data; boundary=x' };
  expect(await send(path, { body: 'nonsense' }, headers)).toMatchObject({ code: 'InvalidRequest' });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
