import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ignored = readFileSync('.gitignore', 'utf8').split('\n');
const rooms = foldersIn('.');
const papers = globSync(['*.md', 'docs/**/*.md']);

/** Folders with something in them, except generated ones that git ignores. */
function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\./.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => !ignored.includes(`${name}/`))
    .filter((name) => globSync(join(folder, name, '**/*.*')).length > 0)
    .toSorted();
}

describe('the map in README.md', () => {
  const rows = new Map(
    [...readFileSync('README.md', 'utf8').matchAll(/^\| `(\w+)\/` \| (.*) \|$/gm)].map(
      ([, room = '', text = '']) => [room, text],
    ),
  );

  it('has a line for every room', () => {
    expect([...rows.keys()].toSorted()).toEqual(rooms);
  });

  it.each(rooms)('names the folders of %s, and no others', (room) => {
    const named = [...(rows.get(room) ?? '').matchAll(/`([\w-]+)\/`/g)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(foldersIn(room));
  });
});

describe('docs/decisions/README.md', () => {
  it('has a line for every decision, with its title', () => {
    const lines = readFileSync('docs/decisions/README.md', 'utf8').match(/^- .*$/gm);
    expect(lines).toEqual(
      globSync('docs/decisions/[0-9]*.md')
        .toSorted()
        .map((file) => {
          const [, title] = readFileSync(file, 'utf8').match(/^# (.*)$/m) ?? [];
          return `- [${title}](${file.slice('docs/decisions/'.length)})`;
        }),
    );
  });
});

describe.each(papers)('%s', (paper) => {
  const text = readFileSync(paper, 'utf8');

  it('names files and folders that exist', () => {
    const named = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = '']) => path);
    const ours = named.filter((path) => rooms.includes(path.split('/')[0] ?? ''));
    // A decision may be named by its number alone.
    expect(ours.filter((path) => globSync([path, `${path}-*.md`]).length === 0)).toEqual([]);
  });

  it('links to files that exist', () => {
    const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path = '']) => path);
    expect(linked.filter((path) => !existsSync(join(dirname(paper), path)))).toEqual([]);
  });
});

it('settings, configurations and comments name files that exist', () => {
  // Applied migrations stay as they were written.
  const exclude = ['database/platform/**', 'database/migrations/*.sql', 'database/schema.sql'];
  const code = rooms.map((room) => `${room}/**/*.{ts,tsx,css,sql,sh}`);
  const named = [
    ...globSync(['.env.example', 'Dockerfile', 'compose.yaml', 'deploy/*']).map(pathsIn()),
    ...globSync(code, { exclude }).map(pathsIn(/^\s*(?:\/?\*|\/\/|--|#)/)),
  ];
  expect(named.length).toBeGreaterThan(1000);
  expect(named.flat().filter((path) => !existsSync(path))).toEqual([]);
});

/**
 * The files of our rooms that a file names, in all of its lines or in those that begin like this.
 */
function pathsIn(begin = /^/): (file: string) => string[] {
  const ours = new RegExp(`(?<![\\w/.@~-])(?:${rooms.join('|')})/[\\w./-]+\\.[a-z]{2,4}\\b`, 'g');
  return (file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => begin.test(line))
      .flatMap((line) => line.match(ours) ?? []);
}

it('docs/auth.md names an existing file and tests for every call', () => {
  const rows = readFileSync('docs/auth.md', 'utf8').matchAll(
    /^\| `[A-Z].*? \| (\S+\.ts) \| (.+) \|$/gm,
  );
  const named = [...rows].flatMap(([, file = '', tests = '']) => [
    file,
    ...tests.split(', ').map((test) => `${test}.test.ts`),
  ]);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => globSync(join('api/auth', path)).length === 0)).toEqual([]);
});

it('docs/table-api.md names existing files of the table API', () => {
  const rows = readFileSync('docs/table-api.md', 'utf8').matchAll(
    /^\| (?:parse|check|build|run|respond) \| `\w+\/` \| (.*) \|$/gm,
  );
  const named = [...rows].flatMap(([, text = '']) => [...text.matchAll(/`([\w-]+)`/g)]);
  expect(named.length).toBeGreaterThan(20);
  expect(
    named.filter(([, name]) => globSync(`api/rest/**/${name}.ts`).length === 0).map(([all]) => all),
  ).toEqual([]);
});
