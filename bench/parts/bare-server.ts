import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * Answers every request with the same bytes and ready-made headers: the most that Node's server can
 * do.
 */
async function startBareServer({ status, headers, body }: BareAnswer) {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer({ keepAliveTimeout: 65_000 }, (_request, response) => {
    response.writeHead(status, headers);
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}` };
}

/** Alternating header names and values; the body in base64. */
export type BareAnswer = { status: number; headers: string[]; body: string };

// As a program it takes a file with the response, and prints where it listens.
if (import.meta.main) {
  const { url } = await startBareServer(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
  process.stdout.write(`ready ${url}\n`);
}
