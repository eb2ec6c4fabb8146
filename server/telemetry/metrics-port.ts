import { createServer } from 'node:http';
import { explainPort } from '../start/explain-port.ts';
import type { Figures } from './figures.ts';

/** Answers `GET /metrics` on a port of its own, which no proxy exposes to strangers. */
export async function openMetricsPort(figures: Figures, host: string, port: number) {
  const server = createServer(
    { headersTimeout: 5_000, requestTimeout: 5_000 },
    async ({ method, url }, response) => {
      if (url !== '/metrics') return response.writeHead(404).end();
      if (method !== 'GET') return response.writeHead(405, { allow: 'GET' }).end();
      const text = await figures.text();
      const type = 'text/plain; version=0.0.4; charset=utf-8';
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    },
  );
  server.maxConnections = 20;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(explainPort(error, host, port, 'METRICS_PORT')),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
