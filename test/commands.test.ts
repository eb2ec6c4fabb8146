import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createRunAlone, openCommands } from '#test/support/commands.ts';
import { asAdmin } from '#test/support/engine.ts';
import { createSites } from '#test/support/site.ts';
import { whyBuildFailed } from '../commands/build-site.ts';
import { intoNewFile } from '../commands/new-file.ts';

const sites = createSites('site-commands-');
afterAll(sites.clear);

/** Runs a command and returns its output and exit code. */
const { run, close } = openCommands();
afterAll(close);

/** The same in a process of its own, as npm starts it. */
const runAlone = createRunAlone(sites);

describe('a command that is called without the settings of the site', () => {
  it('finds no site in the data folder, and creates none', async () => {
    const folder = sites.newFolder();
    const DATA_DIR = join(folder, 'data');
    const backups = { BACKUP_TO: join(folder, 'backups') };
    for (const words of [
      ['staff', 'you@company.example'],
      ['seed', '--remove-demo'],
      ['backup'],
      // A reason that begins like a list item is not an option.
      ['moderate', 'hide', crypto.randomUUID(), '- It asks applicants for money.'],
    ]) {
      const { code, said } = await run({ DATA_DIR, ...backups }, ...words);
      expect(said).toMatch(/^There is no database in .*\. Run this with the settings of the site/);
      expect(code).toBe(1);
    }
    expect((await run({ DATA_DIR, ...backups }, 'restore')).said).toMatch(/^There is no backup in/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves somebody else’s database as it is', async () => {
    const { admin } = inject('engine');
    const name = `no_site_${Date.now().toString(36)}`;
    await asAdmin(admin, (client) => client.query(`create database ${name}`));
    const { host = '', port, user } = admin;
    const DATABASE_URL = `postgresql://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}`;
    try {
      const { code, said } = await runAlone({ DATABASE_URL }, 'staff', 'you@company.example');
      expect(said).toMatch(/^There is no site in the database that DATABASE_URL names\./);
      expect(code).toBe(1);
      await asAdmin({ ...admin, database: name }, async (client) => {
        const { rows } = await client.query("select to_regnamespace('deploy') as made");
        expect(rows).toEqual([{ made: null }]);
      });
    } finally {
      await asAdmin(admin, (client) => client.query(`drop database ${name} with (force)`));
    }
  });
});

describe('how a command is called', () => {
  it('says that the build cannot work in a folder whose path contains URL characters', () => {
    const folder = join(sites.newFolder(), '50% done');
    cpSync('commands/run.mjs', join(folder, 'commands', 'run.mjs'));
    const { stderr, status } = spawnSync(process.execPath, ['commands/run.mjs', 'start'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stderr).toBe(
      `Move ${folder} to a folder without #, % and ? in its path, then try again.\n`,
    );
    expect(status).toBe(1);
  });

  it('says what npm lacks: itself, or a writable home', () => {
    const folder = sites.newFolder();
    for (const file of ['commands/run.mjs', 'package-lock.json']) cpSync(file, join(folder, file));
    const start = () =>
      spawnSync(process.execPath, ['commands/run.mjs', 'backup'], {
        cwd: folder,
        env: { PATH: folder },
        encoding: 'utf8',
      }).stderr;
    expect(start()).toMatch(/^There is no npm here, .*\n$/);
    writeFileSync(join(folder, 'npm'), '', { mode: 0o644 });
    expect(start()).toMatch(/^The npm that is here may not be run by this user\. .*\n$/);
    rmSync(join(folder, 'npm'));
    for (const mark of ['error', 'ERR!']) {
      const words = `npm ${mark} code EACCES\nnpm ${mark} path /home/other/.npm/_cacache`;
      writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho '${words}' >&2; exit 1\n`, {
        mode: 0o755,
      });
      expect(start()).toMatch(/^npm may not write to \/home\/other\/\.npm\/_cacache\..*\n$/);
    }
  });

  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const commands = Object.values<string>(scripts).map((line) => line.split(' ').at(-1) ?? '');

  it.each(commands)('%s asks for it before it does anything', (command) => {
    const source = readFileSync(`commands/${command}.ts`, 'utf8');
    const [, begun = ''] = source.split('await orFail(');
    expect(begun.slice(0, 600)).toMatch(/\b(readWords|readOrder|refuseWords|tellUsage)\(/);
  });

  it('is shown to whoever asks for it, without a site or a build', async () => {
    const DATA_DIR = sites.newFolder();
    for (const [command, call] of [
      ['staff', run],
      ['supabase-export', run],
      ['test', runAlone],
    ] as const) {
      const { code, said } = await call({ DATA_DIR }, command, '--help');
      expect(said).toMatch(/^npm (run )?[\w:]+.* {4}/);
      expect(code).toBe(0);
    }
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  it('is shown below a sentence about an unknown argument, or one that is not a number', async () => {
    for (const [command = '', sentence, ...words] of [
      ['seed', "Unknown option '--bogus'", '--bogus'],
      ['attack', "Unknown option '--bogus'", '--bogus'],
      ['reconcile', "Unexpected argument 'now'", 'now'],
      ['drill', '--rounds takes a whole number, 10,000 at most.', '--rounds', 'many'],
      ['seed', "Option '--jobs' argument is ambiguous.", '--jobs', '-5'],
      ['staff', 'Say one thing to do, or the address of the first owner.'],
      ['staff', '"nobody" is not an email address.', 'nobody'],
      ['moderate', 'There is no "frob".', 'frob'],
      ['moderate', '"7" is not the id of a job.', 'hide', '7', 'It asks for money.'],
      ['moderate', 'It is not clear what "b" is for.', 'release', crypto.randomUUID(), 'b'],
      ['newsletter', 'Name one file with the text.', '--subject', 'The news'],
    ]) {
      const { code, said } = await run({ DATA_DIR: sites.newFolder() }, command, ...words);
      const [first, second] = said.split('\n');
      expect(first).toContain(sentence);
      expect(second).toContain(`npm run ${command}`);
      expect(code).toBe(1);
    }
  });
});

it.each([
  ['backup', 'list', []],
  ['restore', 'until', ['--replace']],
  ['seed', 'remove-demo', []],
  ['keys', 'new', []],
  ['staff', 'lost-factor', ['you@company.example']],
  ['newsletter', 'test', ['news.md', '--subject', 'The news', '--send']],
])('%s does nothing if npm kept --%s for itself', async (command, option, words) => {
  const name = `npm_config_${option.replaceAll('-', '_')}`;
  const DATA_DIR = sites.newFolder();
  const { code, said } = await run(
    { DATA_DIR, npm_lifecycle_event: command, [name]: 'true' },
    command,
    ...words,
  );
  expect(said).toMatch(
    new RegExp(`^npm took --${option} for itself.* npm run ${command} -- --${option}\n$`),
  );
  expect(code).toBe(1);
  expect(readdirSync(DATA_DIR)).toEqual([]);
});

it('a newsletter that is not plain text reaches nobody', async () => {
  const folder = sites.newFolder();
  const files = {
    'news.docx': Buffer.from('PK\u0003\u0004\0\0'),
    'utf-16.md': Buffer.from('\uFEFFThe news', 'utf16le'),
    'latin-1.md': Buffer.from('Caf\xE9', 'latin1'),
    'news.rtf': Buffer.from('{\\rtf1 The news}'),
  };
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    writeFileSync(file, content);
    const words = [file, '--subject', 'The news', '--send'];
    const { code, said } = await run({ DATA_DIR: folder }, 'newsletter', ...words);
    expect(said).toMatch(/^.* is not plain text in UTF-8,/);
    expect(code).toBe(1);
  }
});

it('a new file that could not be filled is removed, and one that was there before is not', async () => {
  const file = join(sites.newFolder(), 'copy.json');
  const full = async () => {
    writeFileSync(file, '{"account":');
    throw new Error('The disk is full.');
  };
  await expect(intoNewFile(file, full)).rejects.toThrow('The disk is full.');
  await intoNewFile(file, async () => writeFileSync(file, '{}'));
  await expect(intoNewFile(file, full)).rejects.toThrow('could not be made');
  expect(readFileSync(file, 'utf8')).toBe('{}');
});

it('an argument that a backup has no use for is reported', async () => {
  const { code, said } = await run({ DATA_DIR: sites.newFolder() }, 'backup', '/mnt/other');
  expect(said).toMatch(/^It is not clear what "\/mnt\/other" is for\.\n/);
  expect(code).toBe(1);
});

it('an unusable place is reported in one sentence', async () => {
  const folder = sites.newFolder();
  writeFileSync(join(folder, 'file'), '');
  const BACKUP_TO = join(folder, 'file', 'backups');
  const { code, said } = await run({ BACKUP_TO, DATA_DIR: folder }, 'backup', '--list');
  expect(said).toMatch(/^This user cannot use .*file.* \(ENOTDIR/);
  expect(code).toBe(1);
  symlinkSync(join(folder, 'disk that is away'), join(folder, 'link'));
  const away = {
    BACKUP_TO: join(folder, 'link', 'site'),
    DATABASE_ARCHIVE: join(folder, 'link', 'c'),
  };
  expect((await runAlone({ ...away, DATA_DIR: folder }, 'start')).said).toMatch(
    /^Nothing can be written to .*link: its disk is missing/m,
  );
});

it('a restore stops with a sentence when the usual place, with its list of erasures, is lost', async () => {
  const taken = sites.newFolder();
  writeFileSync(join(taken, 'site-20260101T000000Z-0a1b2c.tar.zst'), '');
  const { code, said } = await run(
    {
      ...{ DATA_DIR: sites.newFolder(), BACKUP_TO: 's3://lost', BACKUP_KEY: 'x'.repeat(20) },
      ...{ BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9' },
      ...{ BACKUP_S3_ACCESS_KEY_ID: 'a', BACKUP_S3_SECRET_ACCESS_KEY: 'b' },
    },
    'restore',
    ...['--from', taken],
  );
  expect(said).toMatch(
    /^Whatever was erased since is noted in s3:\/\/lost\/, which cannot be read/,
  );
  expect(said).toContain(`set BACKUP_TO to ${taken}`);
  expect(code).toBe(1);
});

it('a build that the machine killed, or that found no room, says so', () => {
  const said = 'Using Vite Environment API\ntransforming...\n';
  expect(whyBuildFailed(said, 'SIGKILL')).toMatch(/^There is too little memory/);
  expect(whyBuildFailed(`${said}FATAL ERROR: JavaScript heap out of memory`, 'SIGABRT')).toMatch(
    /^There is too little memory/,
  );
  expect(whyBuildFailed(`${said}ENOSPC: no space left`, null)).toMatch(/^The disk is full/);
  expect(whyBuildFailed(said, null)).toMatch(/^The build failed:\nUsing Vite/);
});
