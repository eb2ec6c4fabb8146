import { expect, it } from 'vitest';
import { openContent } from './content.ts';
import type { StoredObject } from './context.ts';

it('a reader that leaves while the next part is being opened leaves nothing open', async () => {
  const asked = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const parts = [
    { file: 'first', size: 1 },
    { file: 'second', size: 1 },
  ];
  const files = {
    async get(key: string) {
      if (key.endsWith('first')) return new Blob(['a']).stream();
      asked.resolve();
      await opened.promise;
      return new ReadableStream<Uint8Array>({ cancel: () => closed.resolve() });
    },
  };
  const object = { bucket_id: 'films', parts, metadata: { size: 2 } } as unknown as StoredObject;
  const reader = (await openContent(files, object)).getReader();
  await reader.read();
  const next = reader.read();
  await asked.promise;
  await reader.cancel();
  opened.resolve();
  await closed.promise;
  expect(await next).toEqual({ done: true, value: undefined });
});
