import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';

const secretAccessKey = 'a-secret-for-tests';

/** As much of S3 as the site uses, with an independent implementation of Signature Version 4. */
export async function startFileStore() {
  const kept = new Map<string, Buffer>();
  const heard: { method: string; path: string; isSigned: boolean }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method = '', url = '' } = request;
    const isSigned = checkSignature(method, url, request.headers, body);
    heard.push({ method, path: url, isSigned });
    const { range, 'x-amz-copy-source': copied } = request.headers;
    const source = copied ? String(copied) : method === 'GET' ? url : undefined;
    const isMissing = source !== undefined && !kept.has(source);
    const status = !isSigned ? 403 : isMissing ? 404 : 200;
    if (status === 200 && method === 'PUT')
      kept.set(url, (copied && kept.get(source ?? '')) || body);
    if (status === 200 && method === 'DELETE') kept.delete(url);
    const [first, last] = (range ?? 'bytes=0-').replace('bytes=', '').split('-').map(Number);
    const answer = kept.get(url)?.subarray(first, last ? last + 1 : undefined);
    response.writeHead(status).end(status === 200 && method === 'GET' ? answer : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'site',
      region: 'eu-test-1',
      accessKeyId: 'test-key',
      secretAccessKey,
    },
    heard,
    stop: () => server.close(),
  };
}

function checkSignature(
  method: string,
  path: string,
  headers: Record<string, string | string[] | undefined>,
  body: Buffer,
): boolean {
  const [, scope = '', names = '', signature = ''] =
    String(headers.authorization).match(
      /^AWS4-HMAC-SHA256 Credential=test-key\/(\S+), SignedHeaders=(\S+), Signature=(\S+)$/,
    ) ?? [];
  const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
  const claimed = String(headers['x-amz-content-sha256']);
  if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== sha256(body)) return false;
  const signed = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const request = [method, path, '', signed.join(''), names, claimed].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n');
  const signingKey = scope
    .split('/')
    .reduce<string | Buffer>(
      (parent, part) => createHmac('sha256', parent).update(part).digest(),
      `AWS4${secretAccessKey}`,
    );
  return createHmac('sha256', signingKey).update(text).digest('hex') === signature;
}
