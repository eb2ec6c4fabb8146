// Runs a command of this project, on Node 24 or newer and with the dependencies of the lock file.
// Plain JavaScript without imports from the project: it runs on Node 20, before anything is
// installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const wantedMajor = 24;
/** These need `devDependencies` too. The rest runs with `dependencies` alone. */
const withTools = [
  ...['test', 'check', 'bench', 'attack', 'db-types'],
  ...['test-browsers', 'rehearse', 'drill'],
];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
// The build tools read these characters as parts of a URL.
if (/[#%?]/.test(root))
  fail(`Move ${root} to a folder without #, % and ? in its path, then try again.`);
process.chdir(root);
// React and others are several times slower unless told that nobody is debugging.
process.env.NODE_ENV ??= process.argv[2] === 'dev' ? 'development' : 'production';

const [command, ...args] = process.argv.slice(2);
if (!command) fail('Usage: node commands/run.mjs COMMAND [ARGUMENTS]');

if (command === 'start') takeOneArena();

const home = join(root, '.node');
const node = isRecent(process.versions.node)
  ? process.execPath
  : join(home, 'node_modules', 'node', 'bin', 'node');
const brought = join(home, 'node_modules', '.bin');
const path = [dirname(node), brought, process.env.PATH ?? ''].join(delimiter);
try {
  // First, because npm silently skips packages that do not support the Node that runs it, such as a
  // part of the build.
  await bringNode();
  await bringDependencies();
} catch (error) {
  if (!/^(EACCES|EROFS|EPERM)$/.test(error.code)) throw error;
  fail(notOurs(error.path));
}

endWithNpm();
keepCompiled();

const file = join(root, 'commands', `${command}.ts`);
if (!existsSync(file)) fail(`There is no command "${command}".`);
if (node === process.execPath) {
  process.argv.splice(1, 2, file);
  await import(pathToFileURL(file).href);
} else {
  runOn(node);
}

/**
 * glibc gives each thread its own arena and returns little of that memory: 30 to 50 MB per site. It
 * reads the setting only when a process starts, so this one restarts in place.
 */
function takeOneArena() {
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX) return;
  process.env.MALLOC_ARENA_MAX = '1';
  if (process.execve && !process.send) {
    process.execve(process.execPath, [
      process.execPath,
      ...process.execArgv,
      ...process.argv.slice(1),
    ]);
  }
}

function isRecent(version) {
  return Number.parseInt(version, 10) >= wantedMajor;
}

/**
 * Node from the npm package `node`, fetched once and kept beside the dependencies. It brings npm
 * along where the installed one is old: before 9.7, npm does not recognise the machine's C library
 * and skips compiled packages.
 */
async function bringNode() {
  if (existsSync(node)) return;
  say(`Bringing Node ${wantedMajor} (this machine has ${process.versions.node})`);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const npmHere = spawnSync('npm', ['--version'], { encoding: 'utf8' }).stdout;
  const wanted = [`node@${wantedMajor}`, ...(Number.parseInt(npmHere, 10) < 10 ? ['npm@11'] : [])];
  await npm(['install', '--no-save', '--no-package-lock', ...wanted], home);
  if (!existsSync(node)) {
    // Where npm runs no install scripts, the last step is ours.
    spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
      cwd: join(home, 'node_modules', 'node'),
      stdio: 'ignore',
    });
  }
  if (!existsSync(node)) {
    rmSync(home, { recursive: true, force: true });
    fail(
      `Node ${wantedMajor} could not be fetched. Install Node ${wantedMajor} or newer, then try again.`,
    );
  }
}

/**
 * Installs when the lock file has changed since the last install, or when tools are missing. Tools
 * that are already there stay; otherwise every start would remove what tests need.
 */
async function bringDependencies() {
  const mark = join(root, 'node_modules', '.installed');
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  const [lockThen, toolsThen] = existsSync(mark) ? readFileSync(mark, 'utf8').split(' ') : [];
  const hasOwn = existsSync(join(root, 'node_modules', '.package-lock.json')); // somebody ran npm
  const hadTools = toolsThen !== 'without-tools' && (lockThen !== undefined || hasOwn);
  const tools = hadTools || withTools.includes(command);
  if (lockThen === lock && tools === hadTools) return;
  say(tools && toolsThen ? 'Installing what tests and checks need' : 'Installing dependencies');
  // Not `npm ci`, which would remove the tools that tests installed.
  const omit = tools ? [] : ['--omit=dev'];
  await npm(['install', '--no-save', '--no-audit', '--no-fund', ...omit], root);
  removeUnread();
  writeFileSync(mark, tools ? lock : `${lock} without-tools`);
}

/**
 * A sixth of what is installed describes how packages were compiled and are used, and nothing here
 * reads it. Licences stay.
 */
function removeUnread() {
  const entries = readdirSync('node_modules', { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const isUnread = /\.(js|mjs|cjs|ts|mts|cts|css)\.map$|\.md$/.test(entry.name);
    if (!entry.isFile() || !isUnread || /licen[cs]e|notice|copy|third/i.test(entry.name)) continue;
    // Node 20.0 calls it `path`.
    rmSync(join(entry.parentPath ?? entry.path, entry.name));
  }
}

async function npm(parameters, cwd) {
  const child = spawn('npm', parameters, {
    cwd,
    env: {
      ...process.env,
      PATH: existsSync(node) ? path : process.env.PATH,
      NODE_ENV: 'development',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const status = await new Promise((resolve) => {
    child.on('error', ({ code }) => resolve(code));
    child.on('close', resolve);
  });
  // Debian packages npm separately from Node.
  if (status === 'ENOENT') {
    fail(
      'There is no npm here, with which the first start brings what it needs. Install it beside Node (on Debian: apt-get install npm), then try again.',
    );
  }
  if (status === 'EACCES')
    fail(
      'The npm that is here may not be run by this user. See who may (command -v npm), then try again.',
    );
  if (status !== 0) fail(whyNot(said, cwd));
}

/** Before 10.6, npm began its lines with another word. */
function whyNot(said, cwd) {
  const lines = said.split('\n').filter((line) => /^npm (error|ERR!)/.test(line));
  if (/\b(EACCES|EROFS|EPERM)\b/.test(said)) {
    const [, path = cwd] = said.match(/^npm (?:error|ERR!) (?:path|dest) (.+)$/m) ?? [];
    return path.startsWith(root) ? notOurs(cwd) : notOfNpm(path);
  }
  return `npm could not install what is needed. ${lines.slice(0, 3).join(' ') || 'Is the network there?'}`;
}

/** With the same Node options; passes signals on and exits with the same status. */
function runOn(program) {
  const child = spawn(program, [...process.execArgv, file, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: path },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/**
 * Keeps compiled code for the next start, which then takes a third less work; the programs we start
 * use it too.
 */
function keepCompiled() {
  const folder = join(root, 'node_modules', '.cache', 'compiled');
  module.enableCompileCache?.(folder);
  process.env.NODE_COMPILE_CACHE ??= folder;
}

/** A signal to npm ends npm and the shell in between, but does not always reach this process. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = () => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  };
  setInterval(watch, 500).unref();
}

/** For example, cloned by root and then started by the site's user. */
function notOurs(path) {
  // A site that was built elsewhere need not belong to the user who runs it.
  if (!existsSync(node)) {
    return `This machine has Node ${process.versions.node}, and the site needs ${wantedMajor} or newer: install it (docs/deploy.md). It would be brought by itself where this user may write into ${path}.`;
  }
  return `This user may not write into ${path}, where the first start puts what it needs. Give the folder of the site to this user (chown -R), or start it as the user who owns it.`;
}

/** npm's cache lies in the user's home, and the user may have none, or somebody else's. */
function notOfNpm(path) {
  return `npm may not write to ${path}. Give it to this user (chown -R), or let HOME name a folder of theirs.`;
}

function say(text) {
  process.stdout.write(`${text} …\n`);
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
