import { connect, createServer, type Socket } from 'node:net';
import { type DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, expect, it } from 'vitest';
import { listen } from '#server/listen.ts';
import type { Actor } from '#test/support/actors.ts';
import { testBuckets } from '#test/support/buckets.ts';
import { openTestApi } from '#test/support/test-api.ts';

// The protocol's official client, over a real connection to the real server.
const api = await openTestApi();
const { actors, storage, bugs } = api;
const buckets = testBuckets(api);
const requests: string[] = [];
const listening = await listen(
  (request) => {
    requests.push(request.method);
    return api.call(request);
  },
  '127.0.0.1',
  0,
);
const line = await openUnsteadyLine(listening.port);
afterAll(async () => {
  await line.close();
  await listening.close();
});

const part = 6 * 1024 * 1024;
const film = Buffer.alloc(13 * 1024 * 1024, 'a film of thirteen megabytes, ');

async function openBucket(fileSizeLimit?: number) {
  const id = await buckets.make(fileSizeLimit ? { fileSizeLimit } : {});
  const own = `bucket_id = '${id}' and owner_id = auth.uid()::text`;
  await buckets.allow('authenticated', 'all', own);
  return id;
}

/** Configured as Supabase's documentation says. */
function upload(person: Actor, bucketName: string, options: Partial<UploadOptions> = {}) {
  requests.length = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const running = new Upload(film, {
    endpoint: `http://127.0.0.1:${line.port}/storage/v1/upload/resumable`,
    headers: { ...person.headers, 'x-upsert': 'true' },
    retryDelays: [0, 0, 0],
    uploadDataDuringCreation: true,
    chunkSize: part,
    metadata: {
      bucketName,
      objectName: 'film.mp4',
      contentType: 'video/mp4',
      cacheControl: '3600',
      metadata: '{"by":"Kim"}',
    },
    onSuccess: () => resolve(),
    onError: reject,
    ...options,
  });
  running.start();
  return { running, done: promise };
}

async function expectWhole(person: Actor, bucket: string) {
  const own = person.client.storage.from(bucket);
  const { data } = await own.download('film.mp4');
  expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(film)).toBe(true);
  expect((await own.info('film.mp4')).data).toMatchObject({
    size: film.length,
    contentType: 'video/mp4',
    metadata: { by: 'Kim' },
  });
  await api.post.deliver();
  // The interrupted one left nothing behind.
  expect(storage.stored().filter((file) => file.includes(bucket))).toHaveLength(3);
}

it('a film is uploaded in three parts', async () => {
  const bucket = await openBucket();
  const person = await actors.signedIn();
  const told: number[] = [];
  await upload(person, bucket, { onChunkComplete: (_size, sent) => told.push(sent) }).done;
  expect(requests).toEqual(['POST', 'PATCH', 'PATCH']);
  expect(told).toEqual([part, 2 * part, film.length]);
  await expectWhole(person, bucket);
});

it('a token alone is enough, without the site’s key', async () => {
  const bucket = await openBucket();
  const person = await actors.signedIn();
  const { authorization = '' } = person.headers;
  await upload(person, bucket, { headers: { authorization, 'x-upsert': 'true' } }).done;
  expect(requests).toEqual(['POST', 'PATCH', 'PATCH']);
  await expectWhole(person, bucket);
});

it('a connection that is cut in the middle of a part loses that part', async () => {
  const bucket = await openBucket();
  const person = await actors.signedIn();
  line.cutAfter(part + 2_000_000);
  await upload(person, bucket).done;
  expect(requests).toEqual(['POST', 'HEAD', 'PATCH', 'PATCH']);
  await expectWhole(person, bucket);
});

it('the rest is uploaded another day, to the stored URL', async () => {
  const bucket = await openBucket();
  const person = await actors.signedIn();
  const first = upload(person, bucket, {
    onChunkComplete: () => first.running.abort().then(() => stopped.resolve()),
  });
  const stopped = Promise.withResolvers<void>();
  await stopped.promise;
  const uploadUrl = first.running.url;
  await upload(person, bucket, { uploadUrl }).done;
  expect(requests).toEqual(['HEAD', 'PATCH', 'PATCH']);
  await expectWhole(person, bucket);
});

it('the answer to the last part may be lost', async () => {
  const bucket = await openBucket();
  const person = await actors.signedIn();
  let parts = 0;
  await upload(person, bucket, {
    onBeforeRequest: () => {
      parts += 1;
      if (parts === 3) line.loseNextAnswer();
    },
  }).done;
  expect(requests).toEqual(['POST', 'PATCH', 'PATCH', 'HEAD']);
  await expectWhole(person, bucket);
});

it('one larger than its bucket allows is refused at once', async () => {
  const bucket = await openBucket(12 * 1024 * 1024);
  const error: DetailedError = await upload(await actors.signedIn(), bucket).done.then(
    () => expect.unreachable(),
    (refused) => refused,
  );
  expect(error.originalResponse?.getStatus()).toBe(413);
  expect(error.originalResponse?.getBody()).toBe('Maximum size exceeded\n');
  expect(requests).toEqual(['POST']);
  expect(storage.stored().filter((file) => file.includes(bucket))).toEqual([]);
});

it('a URL that was not signed is missing its signature', async () => {
  const error: DetailedError = await upload(await actors.signedIn(), await openBucket(), {
    endpoint: `http://127.0.0.1:${line.port}/storage/v1/upload/resumable/sign`,
  }).done.then(
    () => expect.unreachable(),
    (refused) => refused,
  );
  expect(error.originalResponse?.getStatus()).toBe(400);
  expect(error.originalResponse?.getBody()).toBe('Missing x-signature header');
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));

/** A connection to a port that can be cut after some bytes, or lose an answer. */
async function openUnsteadyLine(to: number) {
  const sockets = new Set<Socket>();
  let room = Number.POSITIVE_INFINITY;
  let losesAnswer = false;
  const server = createServer((socket) => {
    const beyond = connect(to, '127.0.0.1');
    for (const end of [socket, beyond]) {
      sockets.add(end);
      end.on('error', () => {});
    }
    socket.on('data', (data) => {
      room -= data.length;
      if (room > 0) return void beyond.write(data);
      room = Number.POSITIVE_INFINITY;
      socket.destroy();
    });
    beyond.on('data', (data) => {
      if (!losesAnswer) return void socket.write(data);
      losesAnswer = false;
      socket.destroy();
    });
    socket.on('close', () => beyond.destroy());
    beyond.on('close', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cutAfter(bytes: number) {
      room = bytes;
    },
    loseNextAnswer() {
      losesAnswer = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
