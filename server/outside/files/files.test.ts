import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Files } from '#api/storage/files.ts';
import { startFileStore } from '#test/support/file-store.ts';
import { freePort } from '#test/support/own-server.ts';
import { readConfig } from '../../settings/config.ts';
import { createDiskFiles } from './disk.ts';
import { createS3Files } from './s3.ts';

const folder = mkdtempSync(join(tmpdir(), 'files-test-'));
const s3 = await startFileStore();
afterAll(() => {
  rmSync(folder, { recursive: true });
  s3.stop();
});

const { settings } = s3;
const stores: [string, Files][] = [
  ['the folder', createDiskFiles(folder)],
  ['the S3-compatible store', createS3Files(settings)],
];
const key = 'avatars/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002';
const content = new Uint8Array([0, 255, 10, 13, 128]);

describe.each(stores)('%s', (_name, files) => {
  const read = async () => {
    const stream = await files.get(key);
    return stream && new Uint8Array(await new Response(stream).arrayBuffer());
  };

  it('returns what was put there, and nothing after it was removed', async () => {
    expect(await read()).toBeUndefined();
    await files.put(key, content, 'image/webp');
    expect(await read()).toEqual(content);
    await files.put(key, new Uint8Array([1]), 'image/webp');
    expect(await read()).toEqual(new Uint8Array([1]));
    await files.remove(key);
    await files.remove(key);
    expect(await read()).toBeUndefined();
  });

  it('returns a range, and copies a file to another key', async () => {
    await files.put(key, content, 'image/webp');
    const part = await files.get(key, { first: 1, last: 3 });
    expect(new Uint8Array(await new Response(part).arrayBuffer())).toEqual(content.slice(1, 4));
    const other = `A.b_c/${key.split('/').slice(1).join('/')}`;
    expect(await files.copy(key, other)).toBe(true);
    await files.remove(key);
    const copied = await files.get(other);
    expect(new Uint8Array(await new Response(copied).arrayBuffer())).toEqual(content);
    expect(await files.copy(key, other)).toBe(false);
    await files.remove(other);
  });

  it('accepts any name below a bucket, and gives it no folder of its own', async () => {
    const odd = `My files: (50 + 5), a & b?/${key.split('/').slice(1).join('/')}`;
    const plain = odd.replace('My files: (50 + 5), a & b?', 'My files: %2850');
    await files.put(odd, content, 'image/webp');
    expect(await files.copy(odd, key)).toBe(true);
    expect(await read()).toEqual(content);
    await files.remove(key);
    expect(await files.copy(key, odd)).toBe(false);
    await expect(files.get(plain)).rejects.toThrow('This is no key of a file');
    await files.remove(odd);
    expect(await files.get(odd)).toBeUndefined();
    // Folder names are limited to 255 characters.
    const long = odd.replace(/^[^/]*/, `a${"!*'() &$@=;:+,?".repeat(7).slice(0, 99)}`);
    await files.put(long, content, 'image/webp');
    expect(await files.copy(long, key)).toBe(true);
    for (const each of [long, key]) await files.remove(each);
  });

  it.each(['../x', 'avatars/../../x', '/etc/passwd', 'avatars/a/b', `${key}/x`, `${key}\0`, ''])(
    'refuses %j as a key',
    async (bad) => {
      for (const attempt of [
        () => files.put(bad, content, 'image/webp'),
        () => files.get(bad),
        () => files.copy(bad, key),
        () => files.copy(key, bad),
        () => files.remove(bad),
      ]) {
        await expect(attempt()).rejects.toThrow('This is no key of a file');
      }
    },
  );
});

describe('the folder', () => {
  const files = createDiskFiles(folder);
  it('is closed to other accounts of the machine, and holds no drafts', async () => {
    await files.put(key, content, 'image/webp');
    const path = join(folder, key);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(path, '..'))).toHaveLength(1);
    await files.remove(key);
    expect(readdirSync(join(folder, 'avatars'))).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)(
    'that belongs to another user is unavailable, for reads and for writes',
    () => {
      // As left behind by a command that was run as root.
      const closed = join(folder, 'another-users');
      mkdirSync(closed, { mode: 0o700 });
      const said = execFileSync(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `const { createDiskFiles } = await import(process.argv[3]);
        process.setuid(65534);
        const files = createDiskFiles(process.argv[1]);
        const nameOf = (work) => work.then(() => 'done', ({ name, isFull }) => [name, isFull].join());
        const asked = [files.put(process.argv[2], new Uint8Array(1)), files.get(process.argv[2]),
          files.copy(process.argv[2], process.argv[2]), files.remove(process.argv[2]), files.tryPutting('avatars')];
        console.log((await Promise.all(asked.map(nameOf))).join(' '));`,
          closed,
          key,
          join(import.meta.dirname, 'disk.ts'),
        ],
        { encoding: 'utf8' },
      );
      expect(said.trim()).toBe(Array(5).fill('FilesUnavailable,false').join(' '));
    },
  );

  it('that is no longer a folder is unavailable too', async () => {
    const lost = join(folder, 'no-folder');
    writeFileSync(lost, '');
    const there = createDiskFiles(lost);
    const away = { name: 'FilesUnavailable' };
    await expect(there.put(key, content, 'image/webp')).rejects.toMatchObject(away);
    await expect(there.get(key)).rejects.toMatchObject(away);
    rmSync(lost);
  });

  it('reports whether something can be written, and leaves nothing behind', async () => {
    await files.tryPutting?.('avatars');
    expect(readdirSync(join(folder, 'avatars'))).toEqual([]);
  });

  it('does not lose a file when two are put at once', async () => {
    await Promise.all([1, 2, 3].map(() => files.put(key, content, 'image/webp')));
    expect(readdirSync(join(folder, key, '..'))).toHaveLength(1);
  });

  it('replaces a link and never writes through it', async () => {
    const target = join(folder, 'target');
    rmSync(join(folder, key));
    symlinkSync(target, join(folder, key));
    await files.put(key, content, 'image/webp');
    expect(readdirSync(folder)).not.toContain('target');
  });
});

describe('the S3-compatible store', () => {
  it('gets requests that are signed for it', async () => {
    s3.heard.length = 0;
    await createS3Files(settings).put(key, content, 'image/webp');
    expect(s3.heard).toEqual([{ method: 'PUT', path: `/site/${key}`, isSigned: true }]);
    // Under the name that it has in a folder, from which it may have been copied: `My%0files`.
    await createS3Files(settings).get(key.replace('avatars', 'My files'));
    expect(s3.heard[1]?.path).toBe(`/site/${key.replace('avatars', 'My%250files')}`);
    expect(s3.heard[1]?.isSigned).toBe(true);
    await expect(
      createS3Files({ ...settings, secretAccessKey: 'wrong' }).put(key, content, 'image/webp'),
    ).rejects.toThrow(
      expect.objectContaining({
        name: 'FilesUnavailable',
        cause: new Error('The file store answered 403 to PUT.'),
      }),
    );
  });
});

it('a store that is down is reported as unavailable, for reads and for writes', async () => {
  const away = createS3Files({ ...settings, endpoint: `http://127.0.0.1:${await freePort()}` });
  const gone = {
    name: 'FilesUnavailable',
    cause: expect.objectContaining({ code: 'ECONNREFUSED' }),
  };
  await expect(away.put(key, content, 'image/webp')).rejects.toMatchObject(gone);
  await expect(away.get(key)).rejects.toMatchObject(gone);
});

describe('the settings of the store', () => {
  const given = {
    FILES_S3_ENDPOINT: 'https://s3.example',
    FILES_S3_BUCKET: 'site',
    FILES_S3_ACCESS_KEY_ID: 'id',
    FILES_S3_SECRET_ACCESS_KEY: 'hunter2',
  };
  it('are either all set or all missing', () => {
    expect(readConfig({}).s3).toBeUndefined();
    expect(readConfig(given).s3).toMatchObject({ bucket: 'site', region: 'us-east-1' });
    for (const name of Object.keys(given)) {
      expect(() => readConfig({ ...given, [name]: '' })).toThrow(/^Files go to .* all set\.$/);
    }
  });
});
