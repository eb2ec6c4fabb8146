import { execFileSync } from 'node:child_process';
import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { startEmbedded } from '#database/embedded/embedded.ts';
import { withClient } from '#database/open-client.ts';
import { makeDataDir } from './engine.ts';
import { freePort, type OwnServer } from './own-server.ts';

/** What a primary needs so that replicas can follow it. */
export const followed = { wal_level: 'replica', max_wal_senders: '8', wal_keep_size: '512MB' };

export type OwnReplica = Awaited<ReturnType<typeof startOwnReplica>>;

/**
 * A streaming replica: the primary's files, copied while it runs, and from then on its write-ahead
 * log.
 */
export async function startOwnReplica(primary: OwnServer, settings: Record<string, string> = {}) {
  const dataDir = makeDataDir('site-replica-', join(primary.dataDir, '..'));
  const cluster = join(dataDir, 'postgres', 'cluster');
  await withClient(primary.admin, async (client) => {
    await client.query(`do $$ begin
      create role follower login replication password 'follows-2026';
      exception when duplicate_object then null;
    end $$`);
    await client.query(`select pg_backup_start('replica', true)`);
    // Not Node's own copy, which does not preserve who owns the files.
    execFileSync('cp', ['-a', join(primary.dataDir, 'postgres'), dataDir]);
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    );
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
    const { uid, gid } = statSync(cluster);
    const notes = { backup_label: rows[0]?.label ?? '', 'standby.signal': '' };
    for (const [name, text] of Object.entries(notes)) {
      writeFileSync(join(cluster, name), text, { mode: 0o600 });
      chownSync(join(cluster, name), uid, gid);
    }
  });
  const port = await freePort();
  const engine = await startEmbedded(dataDir, () => {}, {
    settings: {
      listen_addresses: '127.0.0.1',
      port: String(port),
      hba_file: join(primary.dataDir, 'access.conf'),
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=follower password=follows-2026`,
      wal_retrieve_retry_interval: '200ms',
      fsync: 'off',
      max_connections: '300',
      ...settings,
    },
  });
  const ask = (text: string) => withClient(engine.admin, (client) => client.query(text));
  return {
    port,
    admin: engine.admin,
    /** Receives the log and applies none of it. */
    pause: () => ask('select pg_wal_replay_pause()'),
    resume: () => ask('select pg_wal_replay_resume()'),
    /** The postmaster, which is restarted when it ends. */
    postmaster: () => Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10),
    async stop() {
      await engine.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The site's login for it. */
export function loginAt({ port }: { port: number }, login: pg.ClientConfig): pg.ClientConfig {
  return { ...login, host: '127.0.0.1', port };
}
