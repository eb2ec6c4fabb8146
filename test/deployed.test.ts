import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { readConfig } from '#server/settings/config.ts';
import { settingsIn } from '#server/settings/environment.ts';
import { unreadSettings } from '#server/settings/unread-settings.ts';
import { addressOf, cloneDatabase } from '#test/support/engine.ts';
import { createSites } from '#test/support/site.ts';

const folder = mkdtempSync(join(tmpdir(), 'deployed-'));
const sites = createSites('site-deployed-');
afterAll(async () => {
  await sites.clear();
  rmSync(folder, { recursive: true });
});
const dockerfile = readFileSync('Dockerfile', 'utf8');
const units = readdirSync('deploy').filter((name) => /\.(service|timer)$/.test(name));

/** Not every machine has the programs of systemd and Docker. */
const hasVerify = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].some(existsSync);

describe('what deploy/build.sh lays out', () => {
  it('is what the Dockerfile runs, and a site that writes only to its data folder', async () => {
    expect(dockerfile.match(/^RUN deploy\/build\.sh (\S+)$/m)?.[1]).toBe('/out');
    expect(readFileSync('deploy/build.sh', 'utf8')).toMatch(
      /^node deploy\/keep-what-runs\.mjs "\$out"$/m,
    );
    expect(statSync('deploy/build.sh').mode & 0o111).toBe(0o111);
    const out = join(folder, 'out');
    // The user who runs it is not root, whose umask may let nobody else read.
    const words = ['umask 077 && exec "$0" "$@"', process.execPath, 'deploy/keep-what-runs.mjs'];
    execFileSync('/bin/sh', ['-c', ...words, out], { stdio: 'ignore' });
    const closed = [out, '!', '-type', 'l', '!', '-perm', '-a+r'];
    expect(execFileSync('find', closed, { encoding: 'utf8' })).toBe('');
    for (const gone of [
      'node_modules/vite',
      'node_modules/vitest',
      'test',
      'vite.config.ts',
      '.env',
    ]) {
      expect(existsSync(join(out, gone))).toBe(false);
    }
    execFileSync('chmod', ['-R', 'a-w', out]);
    const before = listOf(out);
    const clone = await cloneDatabase(inject('engine'));
    try {
      const words = JSON.parse(dockerfile.match(/^CMD (\[.*\])$/m)?.[1] ?? '[]').slice(1);
      const [DATABASE_URL, dataDir] = [addressOf(clone), sites.newFolder()];
      const site = await sites.start({ DATABASE_URL, DATA_DIR: dataDir }, [
        '/bin/sh',
        '-c',
        'cd "$0" && exec "$@"',
        out,
        process.execPath,
        ...words,
      ]);
      for (const path of ['/', '/jobs', '/readyz', '/downloads/ai-readiness-checklist.pdf']) {
        expect((await fetch(site.url + path)).status).toBe(200);
      }
      expect(readdirSync(dataDir)).toContain('keys.json');
      expect(listOf(out)).toEqual(before);
    } finally {
      await sites.clear();
      await clone.drop();
    }
  });
});

describe('the container', () => {
  it('runs as an unprivileged user, holds no secrets, and stops on the signal that drains', () => {
    const last = dockerfile.split(/^FROM /m).pop() ?? '';
    expect(last).toMatch(/^USER \d{4,}$/m);
    expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m);
    expect(last).toMatch(/\/readyz/);
    expect(dockerfile).not.toMatch(/(KEY|SECRET|PASSWORD|TOKEN)=/);
    expect(readFileSync('.dockerignore', 'utf8')).toMatch(/^\*\*\/\.\*$/m);
  });

  it('has a read-only file system except for data, and no privileges, for each of our services in compose.yaml', () => {
    const compose = readFileSync('compose.yaml', 'utf8');
    expect(compose.match(/read_only: true/g)).toHaveLength(3);
    expect(compose.match(/cap_drop: \[ALL\]/g)).toHaveLength(3);
    expect(compose).not.toMatch(/privileged: true|network_mode: host|docker\.sock/);
    for (const name of ['site-one', 'site-two']) {
      expect(readFileSync('deploy/compose.Caddyfile', 'utf8')).toContain(`${name}:3000`);
    }
  });
});

describe('the proxies', () => {
  const nginx = spawnSync('nginx', ['-V'], { encoding: 'utf8' }).stderr ?? '';
  const keeps = nginx.match(/--http-proxy-temp-path=(\/var\/lib\/\S+)/)?.[1];

  // nginx creates the last folder of a path and none above it; without the parent it does not
  // start.
  it.skipIf(!keeps)('nginx caches pages in a folder that Debian’s package creates', () => {
    const place = readFileSync('deploy/nginx.conf', 'utf8').match(/^proxy_cache_path (\S+)/m)?.[1];
    expect(dirname(String(place))).toBe(dirname(String(keeps)));
  });

  it('say that the site will be back in a moment, and when to retry, while no process answers', () => {
    for (const name of ['nginx.conf', 'Caddyfile', 'compose.Caddyfile']) {
      const said = readFileSync(`deploy/${name}`, 'utf8');
      expect(said).toMatch(/Retry-After 10\b/);
      expect(said).toContain('<h1>Back in a moment</h1>');
    }
  });

  it('Caddy keeps using processes whose database is away, because they still serve pages', () => {
    for (const name of ['Caddyfile', 'compose.Caddyfile']) {
      const said = readFileSync(`deploy/${name}`, 'utf8');
      expect(said.match(/^\s*health_uri .*/gm)?.map((line) => line.trim())).toEqual([
        'health_uri /livez',
      ]);
      expect(said).toMatch(/^\s*lb_try_duration 1\ds$/m);
    }
  });
});

describe('the units', () => {
  it.skipIf(!hasVerify).each(units)('%s is understood by systemd', (name) => {
    const place = join(folder, 'units');
    cpSync('deploy', place, { recursive: true, filter: (path) => !/\.(sh|mjs)$/.test(path) });
    for (const unit of units) {
      const path = join(place, unit);
      // Programs and folders of a server, which are elsewhere on this machine.
      const text = readFileSync(path, 'utf8').replaceAll('/usr/bin/node', process.execPath);
      writeFileSync(
        path,
        text.replace(/^(User|Group|WorkingDirectory|EnvironmentFile)=.*\n/gm, ''),
      );
    }
    const unit = join(place, name.replace('@.', '@3001.'));
    if (!existsSync(unit)) cpSync(join(place, name), unit);
    const said = execFileSync('systemd-analyze', ['verify', '--man=no', unit], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(said).toBe('');
  });

  it('let the site and its backups write to the same folder, where the site records erasures', () => {
    const [site, backup] = ['site@', 'site-backup'].map((name) =>
      readFileSync(`deploy/${name}.service`, 'utf8').match(/^ReadWritePaths=.*$/gm),
    );
    expect(backup).toHaveLength(1);
    expect(site).toEqual(backup);
  });

  it('and restrict a backup as much as the site', () => {
    const [site, backup] = ['site@', 'site-backup'].map((name) =>
      readFileSync(`deploy/${name}.service`, 'utf8').match(
        /^(Protect|Private|Restrict|NoNew|Capab|Lock|SystemCall)\w*=.*$/gm,
      ),
    );
    expect(backup).toEqual(site);
  });

  it('and the script for commands give them the same place, settings and user', () => {
    const unit = readFileSync('deploy/site-backup.service', 'utf8');
    const script = readFileSync('deploy/site-command.sh', 'utf8');
    expect(statSync('deploy/site-command.sh').mode & 0o111).toBe(0o111);
    const same =
      /^(User|Group|UMask|WorkingDirectory|EnvironmentFile|Environment|(State|Runtime)Directory(Mode|Preserve)?)=.*$/gm;
    const lines = unit.match(same) ?? [];
    expect(lines.length).toBeGreaterThan(9);
    for (const line of lines) expect(script.replaceAll('"', '')).toContain(`--property=${line}`);
  });

  it('start no site without an address: it would be a local one, with people whose password is known', () => {
    const [, words = ''] =
      readFileSync('deploy/site@.service', 'utf8').match(/^ExecStartPre=\/bin\/sh -c '(.*)'$/m) ??
      [];
    const start = (env: Record<string, string>) =>
      spawnSync('/bin/sh', ['-c', words.replaceAll('$$', '$')], { env, encoding: 'utf8' });
    expect(start({ SITE_URL: 'https://site.example' })).toMatchObject({ status: 0, stderr: '' });
    expect(start({}).stderr).toContain('Set SITE_URL in /etc/site.env');
    expect(start({}).status).toBe(1);
  });

  it('match settings that a site accepts, and the backup folder that they may write to', () => {
    const given = settingsIn('deploy/site.env');
    const config = readConfig({ ...given, BACKUP_KEY: 'x'.repeat(40) });
    expect(config).toMatchObject({ isReached: true, seed: 'none', trustProxy: true });
    expect(unreadSettings(given)).toEqual([]);
    const unit = readFileSync('deploy/site@.service', 'utf8');
    expect(unit).toContain(`ReadWritePaths=-${given.BACKUP_TO}\n`);
  });

  it('start the site with the same command as npm start, and give it time to stop', () => {
    const unit = readFileSync('deploy/site@.service', 'utf8');
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(unit).toContain(`ExecStart=/usr/bin/${scripts.start}\n`);
    expect(dockerfile).toContain(
      JSON.stringify(scripts.start.split(' ')).replaceAll('","', '", "'),
    );
    expect(Number(unit.match(/^TimeoutStopSec=(\d+)$/m)?.[1])).toBeGreaterThan(30);
  });
});

/** Without Node's compile cache, which it keeps where it may write, as root always may. */
function listOf(place: string): string[] {
  return readdirSync(place, { recursive: true })
    .map(String)
    .filter((path) => !path.startsWith('node_modules/.cache'))
    .toSorted();
}
