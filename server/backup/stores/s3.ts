import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { StartError } from '#database/start-error.ts';
import type { S3Settings } from '../../outside/files/s3.ts';
import { type BackupStore, checkName, type Kept } from './store.ts';

const partBytes = 16 * 1024 * 1024;
/** S3 accepts at most 10,000 parts, so later parts of a large backup are larger. */
const sizeOfPart = (number: number) => partBytes * (number > 6_000 ? 16 : number > 2_000 ? 4 : 1);

/**
 * A bucket of Amazon S3, or anything that speaks its protocol. A multipart upload exists only once
 * it is completed; the next backup removes one that was cut off.
 */
export function createS3Store(
  settings: S3Settings,
  prefix: string,
): BackupStore & { clear(): Promise<void> } {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 });
  const root = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const keyOf = (name: string) => prefix + checkName(name);

  async function call(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const response = await client.fetch(`${root}${path}`, { ...init, method }).catch((error) => {
      const { code, message } = error.cause ?? error;
      throw new StartError(
        `The store of backups does not answer (${code ?? message}). Nothing was kept: try again later.`,
      );
    });
    if (response.ok) return response;
    await response.body?.cancel(); // it may contain names of ours
    throw new StartError(
      response.status === 404
        ? `There is no ${path.split('?')[0]?.split('/').pop()} in s3://${bucket}/${prefix}.`
        : `The store of backups answered ${response.status} to ${method}. Check the BACKUP_S3_… settings, and what its key may do.`,
    );
  }

  async function put(path: string, body: Uint8Array<ArrayBuffer>): Promise<Response> {
    const checksum = createHash('sha256').update(body).digest('hex');
    return call('PUT', path, { body, headers: { 'x-amz-content-sha256': checksum } });
  }

  async function writeInParts(path: string, parts: AsyncGenerator<Uint8Array<ArrayBuffer>>) {
    const begun = await (await call('POST', `${path}?uploads=`)).text();
    const [id] = textsOf(begun, 'UploadId');
    if (!id) throw new Error('The store began no upload.');
    const upload = `uploadId=${encodeURIComponent(id)}`;
    try {
      const tags: string[] = [];
      for await (const part of parts) {
        const response = await put(`${path}?partNumber=${tags.length + 1}&${upload}`, part);
        tags.push(response.headers.get('etag') ?? '');
        await response.body?.cancel();
      }
      const list = tags.map(
        (tag, place) => `<Part><PartNumber>${place + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`;
      // S3 can answer 200 and still report a failure in the body.
      const answer = await (await call('POST', `${path}?${upload}`, { body })).text();
      if (answer.includes('<Error>')) throw new Error('The store did not put the parts together.');
    } catch (error) {
      await call('DELETE', `${path}?${upload}`).catch(() => {});
      throw error;
    }
  }

  return {
    place: `s3://${bucket}/${prefix}`,
    async list(folder = '') {
      const begin = prefix + (folder ? `${folder}/` : '');
      const found: Kept[] = [];
      for (let next = ''; ; ) {
        const more = next && `&continuation-token=${encodeURIComponent(next)}`;
        const query = `?list-type=2&delimiter=%2F&prefix=${encodeURIComponent(begin)}${more}`;
        const answer = await (await call('GET', query)).text();
        for (const content of textsOf(answer, 'Contents')) {
          const [key = ''] = textsOf(content, 'Key');
          found.push({ name: key.slice(begin.length), size: Number(textsOf(content, 'Size')[0]) });
        }
        [next = ''] = textsOf(answer, 'NextContinuationToken');
        if (!next) return found;
      }
    },
    async read(name) {
      const { body } = await call('GET', `/${keyOf(name)}`);
      if (!body) throw new Error('The store answered with nothing.');
      return Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
    },
    async write(name, content) {
      const path = `/${keyOf(name)}`;
      let size = 0;
      const parts = inParts(content, (bytes) => {
        size += bytes;
      });
      const first = await parts.next();
      const second = first.done ? first : await parts.next();
      const begin = first.done ? Buffer.alloc(0) : first.value;
      if (second.done) {
        await (await put(path, begin)).body?.cancel();
        return size;
      }
      await writeInParts(path, joined([begin, second.value], parts));
      return size;
    },
    async remove(name) {
      await (await call('DELETE', `/${keyOf(name)}`)).body?.cancel();
    },
    /** Uploads that were begun a day ago or earlier and never completed. */
    async clear() {
      const query = `?uploads=&prefix=${encodeURIComponent(prefix)}`;
      const answer = await (await call('GET', query)).text();
      for (const upload of textsOf(answer, 'Upload')) {
        const [key = ''] = textsOf(upload, 'Key');
        const [id = ''] = textsOf(upload, 'UploadId');
        const began = Date.parse(textsOf(upload, 'Initiated')[0] ?? '');
        if (!key.startsWith(prefix) || !(Date.now() - began > 86_400_000)) continue;
        await call('DELETE', `/${key}?uploadId=${encodeURIComponent(id)}`);
      }
    },
  };
}

async function* inParts(content: Readable, count: (bytes: number) => void) {
  let waiting: Buffer[] = [];
  let size = 0;
  let number = 1;
  for await (const chunk of content) {
    waiting.push(chunk);
    size += chunk.length;
    count(chunk.length);
    if (size < sizeOfPart(number)) continue;
    yield Buffer.concat(waiting);
    [waiting, size, number] = [[], 0, number + 1];
  }
  if (size > 0) yield Buffer.concat(waiting);
}

async function* joined<Part>(first: Part[], others: AsyncIterable<Part>) {
  yield* first;
  yield* others;
}

/** The texts between the tags of this name. */
function textsOf(xml: string, tag: string): string[] {
  const found = xml.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'));
  return [...found].map(([, text = '']) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}
