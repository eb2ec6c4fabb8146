import type { Functions } from '../functions/context.ts';
import { keyOf, type StoredKey } from '../storage/files.ts';

type Reading = Pick<Functions, 'database' | 'files'>;
type Kept = StoredKey & { name: string; type: string | null; bytes: number };

/** No browser could save a larger file, so beyond this the oldest resumes are only listed. */
const mostBytes = 25 * 1024 * 1024;

/**
 * Profile pictures and resumes as data URLs (data:image/webp;base64,…), which a browser can open. Other files can be
 * of any size, so they are only listed and must be downloaded separately.
 */
export async function readFiles({ database, files }: Reading, { id }: { id: string }) {
  const { rows: pictures } = await database.asService.query<Kept>({
    text: `select o.bucket_id, o.id, o.version, o.name, o.metadata ->> 'mimetype' as type, 0 as bytes
      from private.account_files as o where o.owner_id = $1 and o.is_picture
      order by o.created_at`,
    values: [id],
  });
  const { rows: resumes } = await database.asService.query<Kept>({
    text: `select o.bucket_id, o.id, o.version, r.file_name as name, r.type, r.bytes
      from public.resumes as r
      join private.account_files as o on o.bucket_id = 'resumes' and o.name = r.object_name
      where r.user_id = $1 order by r.created_at desc`,
    values: [id],
  });
  return {
    pictures: await readContents(files, pictures),
    resume_files: await readContents(files, resumes),
  };
}

/** Sequential, so that only one file's bytes are in memory at a time, beside the text built so far. */
async function readContents(files: Functions['files'], kept: Kept[]) {
  const read: { name: string; content: string | null }[] = [];
  let left = mostBytes;
  for (const { name, type, bytes, ...key } of kept) {
    left -= bytes;
    const content = left < 0 ? undefined : await files.get(keyOf(key));
    read.push({ name, content: content ? await asAddress(content, type ?? '') : null });
  }
  return read;
}

async function asAddress(content: ReadableStream<Uint8Array>, type: string) {
  const bytes = Buffer.from(await new Response(content).arrayBuffer());
  return `data:${type};base64,${bytes.toString('base64')}`;
}
