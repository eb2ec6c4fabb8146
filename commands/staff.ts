import { rmSync, writeFileSync } from 'node:fs';
import {
  appointAnotherOwner,
  appointFirstOwner,
  beginAgainAfterLostFactor,
  checkLog,
  copyAccount,
  listMembers,
} from '#api/staff/for-commands.ts';
import type { Database } from '#database/database.ts';
import { StartError } from '#database/start-error.ts';
import { appointmentSchema } from '#domain/staff/staff.ts';
import { createFiles } from '#server/outside/files/files.ts';
import { refuseKeptByNpm } from './read-words.ts';
import { orFail, withDatabase } from './with-database.ts';

const usage =
  'Usage: npm run staff -- EMAIL | --lost-factor EMAIL | --another-owner EMAIL | --copy EMAIL FILE | --list | --check-log (docs/staff.md)';

/** What must be possible without an owner; all else owners do in the browser, under /staff. */
await orFail(async () => {
  refuseKeptByNpm(['list', 'check-log', 'lost-factor', 'another-owner', 'copy']);
  await withDatabase(lookAfterOwners);
});

type Context = Parameters<Parameters<typeof withDatabase>[0]>[0];

async function lookAfterOwners(context: Context) {
  const { database } = context;
  const [first = '', second, third] = process.argv.slice(2);
  if (first === '--copy') return print(await copyToFile(context, readAddress(second), third));
  if (first === '--list') return print(await describeTeam(database));
  if (first === '--check-log') return print(await describeLog(database));
  const isLost = first === '--lost-factor';
  const isAnother = first === '--another-owner';
  const email = readAddress(isLost || isAnother ? second : first);
  if (isLost) {
    if (!(await beginAgainAfterLostFactor(database, email))) {
      throw new StartError(
        `${email} is not the only owner of this site. With another owner, that one removes the role and gives it again.`,
      );
    }
    return print(
      `Every second step and session of ${email} has ended. A mail goes to the address while the site runs: sign in, open its link, and set up a new second step.`,
    );
  }
  if (isAnother) await appointAnotherOwner(database, email);
  else if (!(await appointFirstOwner(database, email))) {
    throw new StartError(
      'This site has an owner, who appoints others under /staff/team. For a lost second step: npm run staff -- --lost-factor EMAIL. Where no letter reaches the owner any more: npm run staff -- --another-owner EMAIL',
    );
  }
  print(
    `A mail goes to ${email} while the site runs: sign in with the account of that address, or make one, open the link, and set up a second step.`,
  );
}

async function copyToFile(
  { database, config, admin }: Context,
  email: string,
  file: string | undefined,
): Promise<string> {
  if (!file) throw new StartError(usage);
  // First, so that the log tells of no copy that there is not.
  writeNew(file);
  const copy = await copyAccount(
    { database, admin, files: createFiles(config), siteUrl: config.siteUrl },
    email,
  );
  if (!copy) {
    rmSync(file);
    throw new StartError(`No account has the address ${email}.`);
  }
  writeFileSync(file, `${JSON.stringify(copy, null, 2)}\n`);
  return `What the account ${email} has is in ${file}, for you alone to read. The log says that it was written. Give it away by a safe way, and remove it here.`;
}

function writeNew(file: string) {
  try {
    writeFileSync(file, '', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new StartError(`${file} could not be made: ${(error as Error).message}`);
  }
}

function readAddress(given = ''): string {
  const parsed = appointmentSchema.shape.email.safeParse(given);
  if (!parsed.success) throw new StartError(usage);
  return parsed.data;
}

async function describeTeam(database: Database): Promise<string> {
  const members = await listMembers(database);
  const lines = members.map(
    ({ email, role, appointed_at, state }) =>
      `${appointed_at.toISOString().slice(0, 10)}  ${role.padEnd(6)}  ${email}  (${state})`,
  );
  return lines.join('\n') || 'Nobody has a role. The first owner: npm run staff -- EMAIL';
}

async function describeLog(database: Database): Promise<string> {
  const state = await checkLog(database);
  if (state.brokenAt !== null) {
    throw new StartError(
      `Entry ${state.brokenAt} of the log is not as it was written. Somebody with the database in their hands changed it.`,
    );
  }
  return `All ${state.entries} entries hold together. The newest: ${state.head ?? 'none'}`;
}

function print(text: string) {
  process.stdout.write(`${text}\n`);
}
