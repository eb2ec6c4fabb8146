// Copies what a server needs to run the built site into an empty folder: our own files, the built pages, and the
// packages that run, without those that only build. Uses no packages itself, because it decides which ones stay.
//   node deploy/keep-what-runs.mjs /out

import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [out] = process.argv.slice(2);
if (!out) {
  process.stderr.write('Say into which folder: node deploy/keep-what-runs.mjs /out\n');
  process.exit(1);
}

const ours = [
  'api',
  'app',
  'build',
  'commands',
  'database',
  'domain',
  'mail',
  'server',
  'package.json',
  'package-lock.json',
  '.npmrc',
];
/** The build tools: by then the pages are built. */
const builds = ['@react-router/dev', '@tailwindcss/vite', 'tailwindcss', 'vite'];

const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
const { packages } = JSON.parse(lock);
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Finds a package that another one imports, by Node's own rules. */
function find(name, from) {
  for (
    let place = from;
    ;
    place = place.slice(0, Math.max(place.lastIndexOf('/node_modules/'), 0))
  ) {
    const path = `${place}${place ? '/' : ''}node_modules/${name}`;
    if (packages[path]) return path;
    if (!place) return undefined;
  }
}

const kept = new Set();
const waiting = Object.keys(dependencies)
  .filter((name) => !builds.includes(name))
  .map((name) => find(name, ''));
while (waiting.length > 0) {
  const path = waiting.pop();
  if (!path || kept.has(path) || !existsSync(join(root, path))) continue;
  kept.add(path);
  const { dependencies: needs, optionalDependencies, peerDependencies } = packages[path];
  const optional = packages[path].peerDependenciesMeta ?? {};
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => !optional[name]?.optional && !builds.includes(name),
  );
  for (const name of [...Object.keys({ ...needs, ...optionalDependencies }), ...peers])
    waiting.push(find(name, path));
}

// Whoever builds it is not the user who runs it, and a strict umask would keep that user out.
process.umask(0o022);
mkdirSync(out, { recursive: true });
const isRun = (path) =>
  !/\.test\.tsx?$|\/fixture(\/|$)|\.d\.[cm]?ts$/.test(path.slice(root.length));
const options = { recursive: true, verbatimSymlinks: true };
for (const name of ours) cpSync(join(root, name), join(out, name), { ...options, filter: isRun });
for (const path of kept) {
  const from = join(root, path);
  // Packages nested inside are listed separately, and kept or not on their own.
  const filter = (each) => !each.slice(from.length).includes('/node_modules') && isRun(each);
  cpSync(from, join(out, path), { ...options, filter });
}
for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
  if (entry.isSymbolicLink()) continue;
  // Node 20.0 calls it `path`.
  const path = join(entry.parentPath ?? entry.path, entry.name);
  chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
}
// Tells the start that everything is installed.
const mark = createHash('sha256').update(lock).digest('hex');
writeFileSync(join(out, 'node_modules', '.installed'), `${mark} without-tools`);
process.stdout.write(`${kept.size} packages of ${Object.keys(packages).length - 1}\n`);
