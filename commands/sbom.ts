import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#database/start-error.ts';
import { refuseWords } from './read-words.ts';
import { orFail, say } from './with-database.ts';

const tool = 'commands/sbom-tool';
const kept = 'node_modules/.cache/sbom-tool';
const program = join(kept, 'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js');
const file = 'build/sbom.json';

const usage = `npm run sbom    what the site is made of, as CycloneDX, into ${file}`;

/**
 * Writes what the site consists of as CycloneDX: every package in the lock file that a running site
 * needs.
 */
await orFail(async () => {
  refuseWords(usage);
  bringTool();
  mkdirSync('build', { recursive: true });
  const { status, stderr } = run(process.execPath, [
    program,
    ...['--package-lock-only', '--omit', 'dev', '--output-reproducible'],
    ...['--spec-version', '1.6', '--no-validate', '--output-file', file],
  ]);
  if (status !== 0) throw new StartError(`The bill of materials was not made: ${stderr}`);
  const { components } = JSON.parse(readFileSync(file, 'utf8')) as { components: unknown[] };
  say(`Written: ${file}, ${components.length} packages`);
});

/**
 * From a lock file of its own and without scripts, so that the tool does not become a dependency of
 * the build.
 */
function bringTool() {
  mkdirSync(kept, { recursive: true });
  const files = ['package.json', 'package-lock.json'];
  const read = (folder: string) => {
    const paths = files.map((name) => join(folder, name));
    return paths.every((path) => existsSync(path))
      ? paths.map((path) => readFileSync(path, 'utf8')).join()
      : '';
  };
  if (existsSync(program) && read(kept) === read(tool)) return;
  for (const name of files) copyFileSync(join(tool, name), join(kept, name));
  const { status, stderr } = run(
    'npm',
    ['ci', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'],
    kept,
  );
  if (status !== 0) throw new StartError(`The tool for it could not be fetched: ${stderr}`);
}

function run(command: string, parameters: string[], cwd = '.') {
  return spawnSync(command, parameters, { cwd, encoding: 'utf8' });
}
