import { createServer as createHttpServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { ServerBuild } from 'react-router';
import { createServer as createVite } from 'vite';
import { openDatabase } from '#database/database.ts';
import type { Config } from './config.ts';
import { loadKeys } from './keys.ts';
import { createLogger } from './logger.ts';
import { createServer } from './server.ts';

/** Pages from Vite, with hot reload; everything else as in production. */
export async function startDevServer(config: Config, login: Parameters<typeof openDatabase>[0]) {
  const http = createHttpServer();
  const vite = await createVite({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: http } },
  });
  const { handle } = await createServer({
    config,
    keys: await loadKeys(config),
    database: openDatabase(login),
    logger: createLogger(config.logLevel),
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    files: new Map(),
    isDevelopment: true,
  });
  const listener = getRequestListener((request, { incoming }) =>
    handle(
      request,
      (incoming as { socket: { remoteAddress?: string } }).socket.remoteAddress ?? '',
    ),
  );
  http.on('request', (request, response) => {
    vite.middlewares(request, response, () => listener(request, response));
  });
  await new Promise<void>((resolve) => http.listen(config.port, config.host, resolve));
}
