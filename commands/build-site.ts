import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { StartError } from '#database/start-error.ts';

const stampFile = 'build/.stamp';
/** The last two draw files for download. */
const sources = ['app', 'domain', 'mail', 'public', 'api/credentials/badge', 'server/files'];
const settings = /^(package-lock\.json|(vite\.[\w-]+|react-router\.config)\.ts)$/;

/** Builds pages and scripts when their sources have changed since the last build. */
export async function buildIfStale({ force = false } = {}) {
  // A folder made by deploy/build.sh has its pages already.
  if (!force && !existsSync('vite.config.ts')) return;
  const stamp = stampOfSources();
  if (!force && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  process.stdout.write('Building the pages …\n');
  await run('node_modules/.bin/react-router', ['build']);
  // Mails are TSX, which Node cannot run directly. They are loaded when the first one is sent.
  await run('node_modules/.bin/vite', ['build', '--config=mail/vite.config.ts', '--logLevel=warn']);
  await compressFiles('build/client');
  writeFileSync(stampFile, stamp);
}

function stampOfSources(): string {
  const hash = createHash('sha256');
  const files = sources.filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  files.push(...readdirSync('.').filter((name) => settings.test(name)));
  for (const file of files.sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** Compresses once, as hard as possible, what is sent a thousand times. */
async function compressFiles(folder: string) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => /\.(html|js|css|svg|json|txt|xml|webmanifest|data)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const body = readFileSync(file);
      if (body.length < 500) return;
      const [brotli, gzipped] = await Promise.all([
        promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        promisify(gzip)(body, { level: 9 }),
      ]);
      writeFileSync(`${file}.br`, brotli);
      writeFileSync(`${file}.gz`, gzipped);
    }),
  );
}

function run(program: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new StartError(whyBuildFailed(output, signal)));
    });
  });
}

/** A sentence if the person can fix it; otherwise the end of the build's output. */
export function whyBuildFailed(output: string, signal: NodeJS.Signals | null): string {
  const [, path] = output.match(/E(?:ACCES|ROFS): [^']*'([^'\n]+)'/) ?? [];
  if (path) return notOurs(path);
  if (output.includes('ENOSPC')) {
    return 'The disk is full: the pages could not be built. Make room, then start again.';
  }
  if (signal === 'SIGKILL' || output.includes('heap out of memory')) {
    return 'There is too little memory to build the pages, which takes a gigabyte. Stop other programs or add swap, then start again; or build them on another machine: deploy/build.sh (docs/deploy.md).';
  }
  return `The build failed:\n${output.trim().split('\n').slice(-30).join('\n')}`;
}

/** For example, cloned or built by root and then started by the site's user. */
function notOurs(path: string): string {
  return `The pages cannot be built: this user may not write to ${path}. Give the folder of the site to this user (chown -R), or build it elsewhere: deploy/build.sh (docs/deploy.md).`;
}
