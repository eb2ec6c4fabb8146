import { spawn } from 'node:child_process';
import { openDatabase } from '#database/database.ts';
import { startEmbedded } from '#database/embedded/embedded.ts';
import { inTurn } from '#database/in-turn.ts';
import { migrate } from '#database/migrate.ts';
import { seedDemo } from '#database/seed/seed.ts';
import { readConfig } from '#server/settings/config.ts';
import { checkReachable } from '#server/start/check-reachable.ts';
import { adminSetting, givenAdmin } from '#server/start/database-logins.ts';
import { refuseWords } from './read-words.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { orFail, say } from './with-database.ts';

/**
 * The database stays up; a change in api, database, domain or server restarts the server process.
 */
await orFail(async () => {
  refuseWords('npm run dev    the site with hot reload; its settings are in .env.example');
  const config = readConfig();
  const own = givenAdmin(config);
  if (own) await checkReachable(own, adminSetting(config));
  const engine = own ? undefined : await startEmbedded(config.dataDir, say);
  const admin = own ?? engine?.admin;
  if (!admin) throw new Error('There is no database to connect to.');
  const login = await migrate(admin, say);
  if (config.seed === 'demo') {
    const database = openDatabase(login, 1);
    await inTurn(admin, 'seed', () => seedDemo(database, say));
    await database.close();
  }
  const rooms = ['api', 'database', 'domain', 'server'].flatMap((room) => ['--watch-path', room]);
  const child = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', ...rooms, 'commands/dev-server.ts'],
    { stdio: 'inherit', env: { ...process.env, DEV_DATABASE: JSON.stringify({ login, admin }) } },
  );
  stopOnSignals(async () => {
    child.kill('SIGTERM');
    await engine?.stop();
  });
});
