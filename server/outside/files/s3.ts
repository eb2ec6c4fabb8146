import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { type Files, FilesUnavailable, keyShape, plainKey } from '#api/storage/files.ts';

export type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Milliseconds until the store must begin to answer; an upload takes its time. */
const patience = { PUT: 30_000, other: 10_000 };
const retries = 2;

/** Files in a bucket of Amazon S3, or anything that speaks its protocol. */
export function createS3Files(settings: S3Settings): Files {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });

  /** Encoded for a URL. A file that was copied from a folder keeps its name. */
  const placeOf = (key: string) => `${bucket}/${plainKey(key).replaceAll('%', '%25')}`;

  /**
   * Signed, and retried if the store has a bad moment. The timeout is created for each call: a
   * signal derived from the request's own can be garbage-collected, and a silent store would then
   * hold the caller for ever.
   */
  async function ask(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    for (let tried = 0; ; tried += 1) {
      const response = await fetch(await client.sign(url, init), { signal });
      const isBadMoment = response.status >= 500 || response.status === 429;
      if (!isBadMoment || tried === retries) return response;
      await response.body?.cancel();
      await delay(Math.random() * 50 * 2 ** tried);
    }
  }

  async function call(method: string, key: string, init: RequestInit = {}): Promise<Response> {
    if (!keyShape.test(key)) throw new Error(`This is no key of a file: ${key}`);
    const late = new AbortController();
    const silence = new FilesUnavailable(new Error(`The file store did not answer to ${method}.`));
    const limit = method === 'PUT' ? patience.PUT : patience.other;
    const timer = setTimeout(() => late.abort(silence), limit).unref();
    const url = `${endpoint.replace(/\/+$/, '')}/${placeOf(key)}`;
    const response = await ask(url, { ...init, method }, late.signal).catch((error) => {
      // What `fetch` throws only says that it failed; the cause says why.
      throw error === silence ? error : new FilesUnavailable(error.cause ?? error);
    });
    // A slow reader may take minutes to read a file.
    if (method === 'GET') clearTimeout(timer);
    if (response.ok || response.status === 404) return response;
    // The body may contain names of ours; the log gets the status alone.
    await response.body?.cancel();
    throw new FilesUnavailable(
      new Error(`The file store answered ${response.status} to ${method}.`),
    );
  }

  return {
    async put(key, content, type) {
      const checksum = createHash('sha256').update(content).digest('hex');
      const response = await call('PUT', key, {
        body: content,
        headers: { 'content-type': type, 'x-amz-content-sha256': checksum },
      });
      await response.body?.cancel();
      if (!response.ok) throw new FilesUnavailable(new Error('The file store has no such bucket.'));
    },
    async get(key, range) {
      const headers = range && { range: `bytes=${range.first}-${range.last}` };
      const response = await call('GET', key, headers && { headers });
      if (response.ok && response.body) return response.body;
      await response.body?.cancel();
      return undefined;
    },
    async copy(from, to) {
      if (!keyShape.test(from)) throw new Error(`This is no key of a file: ${from}`);
      const response = await call('PUT', to, {
        headers: { 'x-amz-copy-source': `/${placeOf(from)}` },
      });
      // S3 can answer 200 to a copy and still report a failure in the body.
      const answer = await response.text();
      if (response.ok && answer.includes('<Error>'))
        throw new FilesUnavailable(new Error('The file store did not copy.'));
      return response.ok;
    },
    async remove(key) {
      const response = await call('DELETE', key);
      await response.body?.cancel();
    },
  };
}
