import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#test/support/own-server.ts';

export function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A file that nginx serves under `/NAME`, with the headers that the site sends with it. */
type Served = { name: string; body: Buffer; headers: readonly (readonly [string, string])[] };

/** The configuration from deploy/ without TLS, beside a server for static files. */
export async function startNginx(folder: string, site: string, files: readonly Served[]) {
  const [proxyPort, filesPort] = [await freePort(), await freePort()];
  const shipped = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll(/\/var\/(lib|log)\/nginx/g, folder)
    .replaceAll('127.0.0.1:3000', site)
    .replaceAll(/^ *(listen|ssl_certificate(_key)?|server_name) .*;$/gm, '')
    .replace('server {', `server {\n  listen 127.0.0.1:${await freePort()};`)
    .replace(/server \{(?![\s\S]*server \{)/, `server {\n  listen 127.0.0.1:${proxyPort};`);
  mkdirSync(join(folder, 'files'), { recursive: true });
  for (const { name, body } of files) writeFileSync(join(folder, 'files', name), body);
  const conf = `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log ${folder}/files.log;
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
    server_tokens off;
    root ${folder}/files;
    etag off;
    open_file_cache max=1000 inactive=10s;
    ${files.map(locationOf).join('\n')}
  }
}`;
  writeFileSync(join(folder, 'nginx.conf'), conf);
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]);
  const urls = {
    proxy: `http://127.0.0.1:${proxyPort}`,
    files: `http://127.0.0.1:${filesPort}`,
  };
  let isUp = false;
  child.once('exit', () => {
    if (!isUp) process.stderr.write(readFileSync(join(folder, 'error.log'), 'utf8'));
  });
  for (let tries = 0; !isUp && tries < 100; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    isUp = await fetch(urls.files).then(
      () => true,
      () => false,
    );
  }
  return { child, urls };
}

/** Headers that nginx sets itself, and those of a single connection. */
const own =
  /^(date|connection|keep-alive|transfer-encoding|content-(length|type)|x-accel-expires)$/;

function locationOf({ name, headers }: Served): string {
  const type = headers.find(([header]) => header === 'content-type')?.[1] ?? 'text/html';
  const said = headers
    .filter(([header]) => !own.test(header))
    .map(([header, value]) => `add_header ${header} ${quoted(value)};`);
  return `location = /${name} { default_type ${quoted(type)}; ${said.join(' ')} }`;
}

function quoted(value: string): string {
  return value.includes('"') ? `'${value}'` : `"${value}"`;
}
