import { createServer as createHttpServer } from 'node:http';
import type pg from 'pg';
import type { ServerBuild } from 'react-router';
import { createServer as createVite } from 'vite';
import { openDatabase } from '#database/database.ts';
import { countedClient } from './door/client-address.ts';
import { createDoor, guard } from './door/door.ts';
import { listenerFor } from './listen.ts';
import { createLogger } from './logger.ts';
import { openPayments, webhookAddress } from './outside/payments.ts';
import { placeholdersOf, wordKindsOf } from './pages/pages.ts';
import type { MailModule } from './queue/lanes.ts';
import { startWork } from './queue/work.ts';
import { createServer } from './server.ts';
import type { Config } from './settings/config.ts';
import { loadKeys } from './settings/keys.ts';
import { describeSetUp } from './settings/set-up.ts';
import { openSiteWords } from './words/site-words.ts';

/** Pages from Vite, with hot reload; everything else as in production. */
export async function startDevServer(
  config: Config,
  { login, admin }: { login: pg.ClientConfig; admin: pg.ClientConfig },
) {
  const http = createHttpServer();
  const vite = await createVite({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: http } },
  });
  const keys = await loadKeys(config);
  const logger = createLogger(config.logLevel);
  const database = openDatabase(login);
  const { payments, sandbox } = await openPayments(config);
  const build = () =>
    vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>;
  const loadMail = () => vite.ssrLoadModule('/mail/mail.ts') as Promise<MailModule>;
  const setUp = describeSetUp(config, database, placeholdersOf(build));
  const words = await openSiteWords({
    database,
    kinds: await wordKindsOf(build, config),
    note: (problem) => logger.warn(problem, 'words that staff published'),
  });
  await startWork({
    config,
    setUp,
    keys,
    admin,
    database,
    logger,
    loadMail,
    payments,
    words,
  });
  const { handle, answerCrowd, acceptSockets } = await createServer({
    config,
    keys,
    database,
    words,
    logger,
    payments,
    forStaff: { setUp, loadMail },
    build,
    files: new Map(),
    isDevelopment: true,
  });
  const listener = createDoor(listenerFor(handle), {
    clientOf: countedClient(config.trustProxy),
    answerCrowd,
  });
  acceptSockets(http);
  guard(http, (request, response) => {
    vite.middlewares(request, response, () => listener(request, response));
  });
  await new Promise<void>((resolve) => http.listen(config.port, config.host, resolve));
  sandbox?.tell({ url: webhookAddress(config.host, config.port) });
}
