import { writeFileSync } from 'node:fs';
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
import { intoNewFile } from './new-file.ts';
import { readWords } from './read-words.ts';
import { orFail, type Site, withDatabase } from './with-database.ts';

const usage = `npm run staff -- EMAIL                    invites the first owner
npm run staff -- --lost-factor EMAIL      the only owner lost the second step
npm run staff -- --another-owner EMAIL    email no longer reaches the only owner
npm run staff -- --copy EMAIL FILE        the data of an account, into a new file
npm run staff -- --list                   who has a role
npm run staff -- --check-log              reads the whole log and says whether it is intact
See docs/staff.md for more.`;

const options = {
  'lost-factor': { type: 'string' },
  'another-owner': { type: 'string' },
  copy: { type: 'string' },
  list: { type: 'boolean' },
  'check-log': { type: 'boolean' },
} as const;

/** What must be possible without an owner. Everything else is done by owners in the browser, under /staff. */
await orFail(async () => {
  const { values, positionals } = readWords({ options, allowPositionals: true }, usage);
  const [act, ...others] = Object.keys(values);
  const [word, ...more] = positionals;
  // Exactly one act, with an argument where it takes one.
  const takesWord = act === undefined || act === 'copy';
  if (others.length > 0 || more.length > 0 || takesWord !== (word !== undefined)) {
    throw new StartError(`Say one thing to do, or the address of the first owner.\n${usage}`);
  }
  const { copy, list, 'check-log': isCheck } = values;
  const lost = values['lost-factor'];
  const email = list || isCheck ? '' : readAddress(copy ?? lost ?? values['another-owner'] ?? word);
  await withDatabase(async (site) => {
    const { database } = site;
    if (list) print(await describeTeam(database));
    else if (isCheck) print(await describeLog(database));
    else if (copy) print(await copyToFile(site, email, word ?? ''));
    else if (lost) print(await beginAgain(database, email));
    else print(await appoint(database, email, values['another-owner'] !== undefined));
  });
});

async function beginAgain(database: Database, email: string): Promise<string> {
  if (!(await beginAgainAfterLostFactor(database, email))) {
    throw new StartError(
      `${email} is not the only owner of this site. Another owner can remove the role and give it again.`,
    );
  }
  return `Every second step and session of ${email} has ended. The running site emails this address: sign in, open the link, and set up a new second step.`;
}

async function appoint(database: Database, email: string, isAnother: boolean): Promise<string> {
  if (isAnother) await appointAnotherOwner(database, email);
  else if (!(await appointFirstOwner(database, email))) {
    throw new StartError(
      'This site has an owner, who appoints others under /staff/team. For a lost second step: npm run staff -- --lost-factor EMAIL. If email no longer reaches the owner: npm run staff -- --another-owner EMAIL',
    );
  }
  return `The running site emails ${email}: sign in with the account of that address, or create one, open the link, and set up a second step.`;
}

async function copyToFile(
  { database, config, admin }: Site,
  email: string,
  file: string,
): Promise<string> {
  await intoNewFile(file, async () => {
    const isThere = await copyAccount(
      { database, admin, files: createFiles(config), siteUrl: config.siteUrl },
      email,
      (copy) => writeFileSync(file, `${JSON.stringify(copy, null, 2)}\n`),
    );
    if (!isThere) throw new StartError(`No account has the address ${email}.`);
  });
  return `The data of the account ${email} is in ${file}, which only you can read. The log records this. Pass it on safely, then delete it here.`;
}

function readAddress(given = ''): string {
  const parsed = appointmentSchema.shape.email.safeParse(given);
  if (!parsed.success) throw new StartError(`"${given}" is not an email address.\n${usage}`);
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
      `Entry ${state.brokenAt} of the log is not as it was written. Somebody with access to the database changed it.`,
    );
  }
  const entries = state.entries === 1 ? 'The one entry holds' : `All ${state.entries} entries hold`;
  return `${entries} together. The newest: ${state.head ?? 'none'}`;
}

function print(text: string) {
  process.stdout.write(`${text}\n`);
}
