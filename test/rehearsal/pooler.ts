import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '#database/open-client.ts';
import { StartError } from '#database/start-error.ts';
import { freePort, type OwnServer } from '#test/support/own-server.ts';
import { killed } from '#test/support/site.ts';

export type Pooler = Awaited<ReturnType<typeof startPooler>>;

/** A login to the site's databases, with the password that the database stores for it. */
type User = { user?: string; password?: unknown };

/**
 * PgBouncer in front of a primary: after each transaction, a connection may serve another client.
 * Debian's version is too old to support prepared statements.
 */
export async function startPooler(primary: OwnServer, users: readonly User[], connections = 40) {
  if (spawnSync('pgbouncer', ['--version']).status !== 0) {
    throw new StartError(
      'There is no PgBouncer here. Install it (on Debian: apt-get install pgbouncer), then try again.',
    );
  }
  const port = await freePort();
  const folder = primary.dataDir;
  const list = join(folder, 'pooler-users.txt');
  const settings = join(folder, 'pooler.ini');
  writeFileSync(list, users.map(({ user, password }) => `"${user}" "${password}"\n`).join(''));
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${primary.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${list}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 2000
server_lifetime = 600
server_login_retry = 0.2
log_connections = 0
log_disconnections = 0
`,
  );
  for (const file of [list, settings]) chmodSync(file, 0o644);
  // Like PostgreSQL, it refuses to run as root.
  const { uid, gid } = statSync(join(folder, 'postgres'));
  const account = process.getuid?.() === 0 ? { uid, gid } : {};
  let child: ChildProcess;

  async function start() {
    child = spawn('pgbouncer', ['-q', settings], { ...account, cwd: '/', stdio: 'ignore' });
    const [first] = users;
    for (;;) {
      if (child.exitCode !== null) throw new Error('PgBouncer did not start.');
      const there = await withClient(
        { host: '127.0.0.1', port, database: 'postgres', ...asLogin(first) },
        () => Promise.resolve(true),
      ).catch(() => false);
      if (there) return;
      await delay(50);
    }
  }
  await start();
  return {
    port,
    pid: () => child.pid,
    kill: () => killed(child),
    start,
    stop: () => killed(child),
  };
}

const asLogin = (user: User = {}) => ({ user: user.user, password: String(user.password) });
