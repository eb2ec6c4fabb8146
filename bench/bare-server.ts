import { createServer } from 'node:http';

/** Answers every request with the same bytes: the most that Node's HTTP server can do. */
async function startBareServer(body: Buffer, headers: Record<string, string>) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...headers, 'content-length': body.length });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

// Started as a program it takes the bytes as an argument and says where it listens.
if (import.meta.main) {
  const { url } = await startBareServer(Buffer.from(process.argv[2] ?? '', 'base64'), {
    'content-type': process.argv[3] ?? 'text/plain',
  });
  process.stdout.write(`ready ${url}\n`);
}
