import { createServer } from 'node:http';

/** As much of S3 as backups use: objects, paged lists, multipart uploads. */
export async function startS3() {
  const kept = new Map<string, Buffer>();
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer>; initiated: string }>();
  let signed = true;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? '/', 'http://s3');
    const asked = url.searchParams;
    const key = decodeURIComponent(url.pathname).replace(/^\/[^/]+\/?/, '');
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=')) signed = false;
    const upload = uploads.get(asked.get('uploadId') ?? '');
    const say = (text: string, headers = {}) => response.writeHead(200, headers).end(text);
    if (request.method === 'POST' && asked.has('uploads')) {
      const id = `u${uploads.size + 1}`;
      uploads.set(id, { key, parts: new Map(), initiated: new Date().toISOString() });
      return say(`<UploadId>${id}</UploadId>`);
    }
    if (request.method === 'PUT' && upload) {
      upload.parts.set(Number(asked.get('partNumber')), body);
      return say('', { etag: `"${asked.get('partNumber')}"` });
    }
    if (request.method === 'POST' && upload) {
      const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)/g)].map(([, n]) => Number(n));
      kept.set(key, Buffer.concat(numbers.map((n) => upload.parts.get(n) ?? Buffer.alloc(0))));
      uploads.delete(asked.get('uploadId') ?? '');
      return say('<CompleteMultipartUploadResult/>');
    }
    if (request.method === 'DELETE') {
      if (upload) uploads.delete(asked.get('uploadId') ?? '');
      else kept.delete(key);
      return response.writeHead(204).end();
    }
    if (request.method === 'PUT') {
      kept.set(key, body);
      return say('');
    }
    if (asked.has('uploads')) {
      return say(
        [...uploads]
          .map(
            ([id, { key, initiated }]) =>
              `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`,
          )
          .join(''),
      );
    }
    if (asked.has('list-type')) return say(list(asked));
    const content = kept.get(key);
    return content ? response.writeHead(200).end(content) : response.writeHead(404).end();
  });

  function list(asked: URLSearchParams): string {
    const prefix = asked.get('prefix') ?? '';
    const from = Number(asked.get('continuation-token') ?? 0);
    const all = [...kept].filter(
      ([key]) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/'),
    );
    const page = all
      .slice(from, from + 2)
      .map(([key, { length }]) => `<Contents><Key>${key}</Key><Size>${length}</Size></Contents>`);
    const next = from + 2 < all.length ? from + 2 : '';
    return `${page.join('')}${next && `<NextContinuationToken>${next}</NextContinuationToken>`}`;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    kept,
    uploads,
    wasSigned: () => signed,
    stop: () => server.close(),
  };
}
