import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { asBlob, picture } from '#test/support/pictures.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { expiry } from './signatures.ts';

const { actors, asAdmin, database, call, storage, post, bugs } = await openTestApi();
type Person = Actor & { id: string };
const png = await picture('png');
const bucket = (person: Actor) => person.client.storage.from('avatars');

/** A candidate with a public profile that shows a picture. */
async function withPicture() {
  const person = await actors.signedIn();
  const path = `${person.id}/${crypto.randomUUID()}.webp`;
  const { error } = await bucket(person).upload(path, asBlob(png));
  if (error) throw error;
  const { publicUrl } = bucket(person).getPublicUrl(path).data;
  await person.client.from('candidate_profiles').insert({
    user_id: person.id,
    headline: 'Coder',
    public_profile: true,
    profile_picture_url: publicUrl,
  });
  return { person, path };
}

const open = (address: string, headers: Record<string, string> = {}) =>
  call(new Request(address, { headers }));

describe('the official client', () => {
  it('uploads, reads, lists, describes and removes a picture', async () => {
    const person = await actors.signedIn();
    const path = `${person.id}/me.png`;
    const { data: made, error } = await bucket(person).upload(path, asBlob(png));
    expect(error).toBeNull();
    expect(made).toEqual({ path, fullPath: `avatars/${path}`, id: expect.any(String) });

    const { data: blob } = await bucket(person).download(path);
    const facts = await sharp(
      Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer()),
    ).metadata();
    expect(facts).toMatchObject({ format: 'webp', width: 40, height: 30 });
    expect(blob?.type).toBe('image/webp');

    const { data: entries } = await bucket(person).list(person.id);
    expect(entries).toMatchObject([
      { name: 'me.png', id: made?.id, metadata: { mimetype: 'image/webp', size: blob?.size } },
    ]);
    expect((await bucket(person).list()).data).toMatchObject([{ name: person.id, id: null }]);
    expect((await bucket(person).list(person.id, { search: 'xx' })).data).toEqual([]);
    expect((await bucket(person).info(path)).data).toMatchObject({
      name: path,
      contentType: 'image/webp',
      size: blob?.size,
    });
    expect((await bucket(person).exists(path)).data).toBe(true);
    expect((await bucket(person).remove([path, `${person.id}/none`])).data).toMatchObject([
      { name: path },
    ]);
    expect((await bucket(person).exists(path)).data).toBe(false);
    expect((await bucket(person).download(path)).error).toMatchObject({
      statusCode: '404',
      code: 'NoSuchKey',
      message: 'Object not found',
    });
  });

  it('uploads bytes, buffers and streams like files', async () => {
    const person = await actors.signedIn();
    const bodies = [new Uint8Array(png), Buffer.from(png), asBlob(png).stream()];
    for (const [place, body] of bodies.entries()) {
      const options = { contentType: 'image/png', duplex: 'half' };
      const { error } = await bucket(person).upload(`${person.id}/${place}`, body, options);
      expect(error).toBeNull();
    }
    expect((await bucket(person).list(person.id)).data).toHaveLength(3);
  });

  it('refuses a taken name, replaces with upsert, and updates only what exists', async () => {
    const person = await actors.signedIn();
    const path = `${person.id}/me`;
    const save = (color: string, options = {}) =>
      picture('png', { color }).then((content) =>
        bucket(person).upload(path, asBlob(content), options),
      );
    const update = async (name: string) => bucket(person).update(name, asBlob(png));
    const colorNow = async () => {
      const { data } = await bucket(person).download(path);
      const { dominant } = await sharp(
        Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()),
      ).stats();
      return dominant.r > 128 ? 'red' : 'other';
    };
    const { data: first } = await save('#000000');
    expect((await save('#ff0000')).error).toMatchObject({
      statusCode: '409',
      code: 'KeyAlreadyExists',
      message: 'The resource already exists',
    });
    expect(await colorNow()).toBe('other');
    const { data: second } = await save('#ff0000', { upsert: true });
    expect(second?.id).toBe(first?.id);
    expect(await colorNow()).toBe('red');
    expect((await update(path)).data?.id).toBe(first?.id);
    expect(await colorNow()).toBe('other');
    expect((await update(`${person.id}/none`)).error).toMatchObject({ code: 'NoSuchKey' });
  });

  it('signs one URL and many, which open without a key', async () => {
    const { person, path } = await withPicture();
    const { data } = await bucket(person).createSignedUrl(path, 600);
    const response = await open(data?.signedUrl ?? '');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    const { data: many } = await bucket(person).createSignedUrls([path, `${person.id}/none`], 600);
    expect(many).toMatchObject([
      { path, error: null, signedUrl: data?.signedUrl },
      { path: `${person.id}/none`, error: expect.any(String), signedUrl: null },
    ]);
    const named = await bucket(person).createSignedUrl(path, 600, { download: 'my face.webp' });
    const saved = await open(named.data?.signedUrl ?? '');
    expect(saved.headers.get('content-disposition')).toBe(
      "attachment; filename=my%20face.webp; filename*=UTF-8''my%20face.webp",
    );
  });

  it('has a public URL for every picture, and a private bucket does not answer there', async () => {
    const { person, path } = await withPicture();
    const { publicUrl } = bucket(person).getPublicUrl(path).data;
    expect(publicUrl).toBe(`${siteUrl}/storage/v1/object/public/avatars/${path}`);
    const response = await open(publicUrl);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'NoSuchBucket', statusCode: '404' });
  });
});

describe('who sees a picture', () => {
  const sees = async (person: Actor, path: string) => {
    const { data } = await bucket(person).download(path);
    const { data: signed } = await bucket(person).createSignedUrl(path, 60);
    const { data: listed } = await bucket(person).list(path.split('/')[0]);
    expect(Boolean(signed)).toBe(Boolean(data));
    expect(listed?.length ?? 0).toBe(data ? 1 : 0);
    return Boolean(data);
  };

  it('the owner and members who may see the profile, and nobody else', async () => {
    const { person, path } = await withPicture();
    const [member, stranger] = [await actors.member(), await actors.signedIn()];
    const expired = await actors.member(new Date(Date.now() - 7_200_000));
    expect(await sees(person, path)).toBe(true);
    expect(await sees(member, path)).toBe(true);
    expect(await sees(stranger, path)).toBe(false);
    expect(await sees(expired, path)).toBe(false);
    expect(await sees(actors.anonymous, path)).toBe(false);
    const closed = person.client
      .from('candidate_profiles')
      .update({ public_profile: false })
      .eq('user_id', person.id);
    await closed;
    expect(await sees(member, path)).toBe(false);
    expect(await sees(person, path)).toBe(true);
  });

  it('an upload that no profile shows is visible only to its owner', async () => {
    const { person } = await withPicture();
    const draft = `${person.id}/draft`;
    await bucket(person).upload(draft, asBlob(png));
    const member = await actors.member();
    expect((await bucket(member).download(draft)).error).toMatchObject({ code: 'NoSuchKey' });
    expect((await bucket(member).list(person.id)).data).toHaveLength(1);
  });

  it('a signed URL ends with its signer’s membership, and with a ban', async () => {
    const { path } = await withPicture();
    const member = await actors.member();
    const { data } = await bucket(member).createSignedUrl(path, 3_600);
    const address = data?.signedUrl ?? '';
    const { headers } = await open(address);
    const again = () => open(address, { 'if-none-match': headers.get('etag') ?? '' });
    expect((await again()).status).toBe(304);
    const ban = (until: string | null) =>
      database.asService.query({
        text: 'update auth.users set banned_until = $2 where id = $1',
        values: [member.id, until],
      });
    await ban('infinity');
    expect((await open(address)).status).toBe(404);
    await ban(null);
    expect((await again()).status).toBe(304);
    await database.asService.query({
      text: `update public.subscriptions set current_period_end = now() - interval '2 hours'
        where user_id = $1`,
      values: [member.id],
    });
    expect((await open(address)).status).toBe(404);
    expect((await again()).status).toBe(404);
  });

  it('a signed URL expires and works for one picture', async () => {
    const { person, path } = await withPicture();
    const other = await withPicture();
    const { data } = await bucket(person).createSignedUrl(path, 600);
    const address = data?.signedUrl ?? '';
    const reading = address.replace(/token=.*/, 'token=');
    for (const [wrong, error, message] of [
      [address.replace(path, other.path), 'InvalidSignature', 'Invalid signature'],
      [`${address}x`, 'InvalidJWT', 'signature verification failed'],
      [reading, 'InvalidJWT', 'Invalid Compact JWS'],
      [`${reading}${person.headers.authorization?.slice(7)}`, 'InvalidJWT', expect.any(String)],
    ] as const) {
      const response = await open(wrong);
      const expected = { statusCode: '400', error, message, code: error };
      expect([response.status, await response.json()]).toEqual([400, expected]);
    }
    for (const seconds of [0, -1, 604_801, 1.5]) {
      const { error } = await bucket(person).createSignedUrl(path, seconds);
      expect(error).toMatchObject({ code: 'InvalidRequest' });
    }
    for (const seconds of [1, 59, 60, 600, 604_800]) {
      const now = 1_800_000_123;
      expect(expiry(now, seconds)).toBeLessThanOrEqual(now + seconds);
      expect(expiry(now, seconds)).toBeGreaterThanOrEqual(now + seconds / 2 - 1);
    }
  });
});

describe('how a picture is sent', () => {
  it('with headers that keep it from being executed, cached by others or guessed', async () => {
    const { person, path } = await withPicture();
    const { data } = await bucket(person).createSignedUrl(path, 600);
    const { headers } = await open(data?.signedUrl ?? '');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
      'cache-control': expect.stringMatching(/^private, max-age=(29\d|300)$/),
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    });
  });

  it('to HEAD without its contents', async () => {
    const { person, path } = await withPicture();
    const response = await call(
      new Request(`${siteUrl}/storage/v1/object/avatars/${path}`, {
        method: 'HEAD',
        headers: person.headers,
      }),
    );
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

describe('files that are no longer needed', () => {
  const filesOf = async (person: Person) => {
    const { rows } = await database.asService.query<{ id: string }>({
      text: 'select id from storage.objects where path_tokens[1] = $1',
      values: [person.id],
    });
    return rows.map(({ id }) => id);
  };
  const lies = (id: string) => storage.stored().some((file) => file.includes(id));

  it('are removed after a picture is replaced, once the profile shows another', async () => {
    const { person } = await withPicture();
    const [old = ''] = await filesOf(person);
    const path = `${person.id}/new`;
    await bucket(person).upload(path, asBlob(png));
    await post.deliver();
    expect(lies(old)).toBe(true);
    const { publicUrl } = bucket(person).getPublicUrl(path).data;
    await person.client
      .from('candidate_profiles')
      .update({ profile_picture_url: publicUrl })
      .eq('user_id', person.id);
    await post.deliver();
    expect(await filesOf(person)).toHaveLength(1);
    expect(lies(old)).toBe(false);
    expect((await bucket(person).download(path)).error).toBeNull();
  });

  it('are removed with the contents that an upsert replaces, and with a deleted object', async () => {
    const { person, path } = await withPicture();
    const before = storage.stored().length;
    await bucket(person).upload(path, asBlob(png), { upsert: true });
    expect(storage.stored().length).toBe(before + 1);
    await post.deliver();
    expect(storage.stored().length).toBe(before);
    expect((await bucket(person).download(path)).error).toBeNull();
    await bucket(person).remove([path]);
    await post.deliver();
    expect(storage.stored().length).toBe(before - 1);
  });

  it('are removed with the profile, and with the account', async () => {
    for (const text of [
      'delete from public.candidate_profiles where user_id = $1',
      'delete from auth.users where id = $1',
    ]) {
      const { person } = await withPicture();
      const [id = ''] = await filesOf(person);
      await database.asService.query({ text, values: [person.id] });
      await post.deliver();
      expect([lies(id), await filesOf(person)]).toEqual([false, []]);
    }
    // Deleting the account also removes what no profile has shown yet.
    const person = await actors.signedIn();
    await bucket(person).upload(`${person.id}/draft`, asBlob(png));
    const [draft = ''] = await filesOf(person);
    expect(lies(draft)).toBe(true);
    await database.asService.query({
      text: 'delete from auth.users where id = $1',
      values: [person.id],
    });
    await post.deliver();
    expect([lies(draft), await filesOf(person)]).toEqual([false, []]);
  });

  it('are removed after a day if nothing shows them, while a fresh upload stays', async () => {
    const { person } = await withPicture();
    await bucket(person).upload(`${person.id}/draft`, asBlob(png));
    await bucket(person).upload(`${person.id}/old`, asBlob(png));
    await database.asService.query({
      text: `update storage.objects set updated_at = now() - interval '25 hours'
        where path_tokens[1] = $1 and name not like '%draft'`,
      values: [person.id],
    });
    await database.asService.query({ text: `select queue.add('clean-pictures', '{}')` });
    await post.deliver();
    const { data } = await bucket(person).list(person.id);
    const names = data?.map(({ name }) => name.replace(/^[\w-]+\.webp$/, 'the picture'));
    expect(names?.toSorted()).toEqual(['draft', 'the picture']);
  });

  it('are found after a crash between file and row', async () => {
    const { person } = await withPicture();
    const [id = ''] = await filesOf(person);
    await asAdmin(async (client) => {
      // As if its row had never been written, and the hour after which such files are cleaned up were over.
      await client.query('set session_replication_role = replica');
      await client.query('delete from storage.objects where id = $1', [id]);
      await client.query(
        'update graphile_worker._private_jobs set run_at = now() where payload::text like $1',
        [`%${id}%`],
      );
    });
    expect(lies(id)).toBe(true);
    await post.deliver();
    expect(lies(id)).toBe(false);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
