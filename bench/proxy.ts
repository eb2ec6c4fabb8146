import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { makeDataDir } from '#test/support/engine.ts';
import { end, launchSite } from './parts/launch.ts';
import { report } from './parts/report.ts';
import { atLeast } from './parts/result.ts';
import { takeTurns } from './parts/turns.ts';

const packed = { 'accept-encoding': 'gzip, deflate, br' };

/** What our proxy configuration answers from its cache, beside the same nginx serving the same bytes as a file. */
async function benchProxy() {
  if (!hasNginx()) {
    process.stdout.write('nginx is not installed: apt-get install nginx-light\n');
    return;
  }
  const dataDir = makeDataDir('site-bench-');
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  chmodSync(folder, 0o755); // nginx serves as a user of its own
  const site = await launchSite({
    DATA_DIR: dataDir,
    PORT: '0',
    TRUST_PROXY: 'true',
  });
  let nginx: ChildProcess | undefined;
  try {
    const rows = [];
    const [proxyPort, filesPort] = [await freePort(), await freePort()];
    const paths = ['/', '/faq', '/jobs'];
    for (const [place, path] of paths.entries()) {
      const response = await fetch(site.url + path, { headers: { 'accept-encoding': 'identity' } });
      mkdirSync(join(folder, 'files'), { recursive: true });
      const html = Buffer.from(await response.arrayBuffer());
      writeFileSync(join(folder, `files/${place}`), brotliCompressSync(html));
    }
    nginx = await startNginx(folder, { site: new URL(site.url).host, proxyPort, filesPort });
    for (const [place, path] of paths.entries()) {
      const { proxied, files } = await takeTurns({
        proxied: {
          url: `http://127.0.0.1:${proxyPort}${path}`,
          headers: packed,
          pids: [nginx.pid],
        },
        files: {
          url: `http://127.0.0.1:${filesPort}/${place}`,
          headers: packed,
          pids: [nginx.pid],
        },
      });
      rows.push({
        page: path,
        'requests/s': Math.round(proxied.rate),
        'files requests/s': Math.round(files.rate),
        ratio: (proxied.rate / files.rate).toFixed(2),
        'µs CPU': proxied.work.toFixed(1),
        'files µs CPU': files.work.toFixed(1),
        'CPU ratio': (proxied.work / files.work).toFixed(2),
      });
    }
    report('proxy', {
      title: 'Behind the proxy',
      explanation: `What nginx with the configuration of \`deploy/nginx.conf\` answers from its cache, beside the same nginx serving the
same bytes as a file. The CPU ratio is of the cache's work to the file's: less is better.`,
      rows,
      goals: [atLeast('ratio', 0.95)],
      drawn: ['CPU ratio'],
    });
  } finally {
    if (nginx) await end(nginx);
    await end(site.child);
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

type Ports = { site: string; proxyPort: number; filesPort: number };

/** The configuration of deploy/ as it stands, but without TLS, and with its files in a folder of ours. */
async function startNginx(folder: string, { site, proxyPort, filesPort }: Ports) {
  const shipped = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll('/var/cache/nginx', folder)
    .replaceAll('127.0.0.1:3000', site)
    .replaceAll(/^ *(listen|ssl_certificate(_key)?|server_name) .*;$/gm, '')
    .replace('server {', `server {\n  listen 127.0.0.1:${await freePort()};`)
    .replace(/server \{(?![\s\S]*server \{)/, `server {\n  listen 127.0.0.1:${proxyPort};`);
  const conf = `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${shipped}
  server {
    listen 127.0.0.1:${filesPort};
    root ${folder}/files;
    default_type "text/html; charset=utf-8";
    add_header content-encoding br;
    open_file_cache max=100;
  }
}`;
  writeFileSync(join(folder, 'nginx.conf'), conf);
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]);
  let isUp = false;
  child.once('exit', () => {
    if (!isUp) process.stderr.write(readFileSync(join(folder, 'error.log'), 'utf8'));
  });
  for (let tries = 0; !isUp && tries < 100; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    isUp = await fetch(`http://127.0.0.1:${filesPort}/0`).then(
      (response) => response.ok,
      () => false,
    );
  }
  return child;
}

/** A port that nobody has now. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

if (import.meta.main) await benchProxy();
