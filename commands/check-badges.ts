import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Case, type Document, writeBadges } from './badge-cases.ts';
import { readWords } from './read-words.ts';
import { orFail } from './with-database.ts';

/* These implementations are fetched into their own folder; the product contains none of them. */
const usage = `npm run check:badges               has badges looked at by implementations that are not ours
npm run check:badges -- --write    and puts what they say into docs/credentials.md`;

const python = { package: 'openbadgeslib', version: '4.6.3' };
const schemas = { package: 'jsonschema', version: '4.26.0' };
const javascript = { package: '@digitalbazaar/vc-bitstring-status-list', version: '2.0.1' };
const linkedData = { package: 'jsonld', version: '9.0.0' };
const tools = resolve('node_modules/.badge-checkers');
const folder = join(tools, 'files');
const program = join(tools, 'python/bin/python');
/** Besides the standard's contexts, its tests contain the schemas that 1EdTech publishes. */
const sources = join(tools, `${python.package}-${python.version}`);
const schemaFolder = join(sources, 'tests/fixtures/ob_schemas');
const page = 'docs/credentials.md';

const contexts: Record<string, string> = {
  'https://www.w3.org/ns/credentials/v2': 'credentials-v2.json',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json': 'ob-v3p0-context-3.0.3.json',
  'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json': 'ob-v3p0-extensions.json',
};

type Row = { what: string; expected: string; said: string; holds: boolean };

await orFail(async () => {
  const { values } = readWords({ options: { write: { type: 'boolean' } } }, usage);
  bringTools();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { cases, documents, lists } = await writeBadges(folder);
  const said = askPython();
  const rows = [
    ...judge(cases, said.cases),
    ...judge(documents, said.documents, await askTerms(documents)),
    ...(await askLists(lists)),
  ];
  const table = asTable(rows);
  process.stdout.write(`${table}\n`);
  if (values.write) keep(table);
  if (rows.some(({ holds }) => !holds)) process.exitCode = 1;
});

function bringTools() {
  if (!existsSync(program)) {
    mkdirSync(tools, { recursive: true });
    run('python3', ['-m', 'venv', join(tools, 'python')]);
  }
  const pip = (...parameters: string[]) => run(program, ['-m', 'pip', ...parameters]);
  const pinned = `${python.package}==${python.version}`;
  pip('install', '-q', pinned, `${schemas.package}[format-nongpl]==${schemas.version}`);
  if (!existsSync(sources)) {
    pip('download', '-q', '--no-deps', '--no-binary', ':all:', '-d', tools, pinned);
    run('tar', ['-xzf', `${sources}.tar.gz`, '-C', tools]);
  }
  const missing = [javascript, linkedData].filter(
    (each) => !existsSync(join(tools, 'node_modules', each.package)),
  );
  if (missing.length > 0) {
    writeFileSync(join(tools, 'package.json'), '{ "private": true }\n');
    run('npm', [
      'install',
      '--no-audit',
      '--no-fund',
      '--prefix',
      tools,
      ...[javascript, linkedData].map(({ package: name, version }) => `${name}@${version}`),
    ]);
  }
}

type Verdicts = { cases: string[]; documents: string[] };

function askPython(): Verdicts {
  return JSON.parse(run(program, ['commands/check-badges.py', folder, schemaFolder]));
}

/** The first verdict that refuses wins. */
function judge(cases: readonly Case[], ...verdicts: string[][]): Row[] {
  return cases.map(({ name, isAccepted }, index) => {
    const all = verdicts.map((each) => each[index] ?? 'said nothing');
    const verdict = all.find((each) => !each.startsWith('accepted')) ?? all[0] ?? 'said nothing';
    const expected = isAccepted ? 'accepted' : 'refused';
    return { what: name, expected, said: verdict, holds: verdict.startsWith(expected) };
  });
}

type LinkedData = {
  expand(
    document: object,
    options: { safe: true; documentLoader: (url: string) => Promise<object> },
  ): Promise<object[]>;
};

/** Whether the published contexts define every word: readers drop any other. */
async function askTerms(documents: readonly Document[]): Promise<string[]> {
  const { default: jsonld }: { default: LinkedData } = await load(linkedData, 'lib/index.js');
  const documentLoader = async (url: string) => {
    const name = contexts[url];
    if (!name) throw new Error(`${url} is no published context`);
    const document = readJson(join(sources, 'openbadgeslib/ob3/contexts', name));
    return { documentUrl: url, contextUrl: null, document };
  };
  const verdicts: string[] = [];
  for (const { file } of documents) {
    const verdict = await jsonld
      .expand(readJson(join(folder, file)), { safe: true, documentLoader })
      .then(() => 'accepted')
      .catch((error: Error & { details?: { event?: { details?: object } } }) => {
        const details = Object.entries(error.details?.event?.details ?? {});
        return `refused: ${error.message} ${details.map(([name, value]) => `${name} ${value}`).join(', ')}`;
      });
    verdicts.push(verdict);
  }
  return verdicts;
}

type StatusLists = {
  decodeList(options: { encodedList: string }): Promise<{
    length: number;
    getStatus(index: number): boolean;
  }>;
};

/** The status lists as read by the library of the standard's editors. */
async function askLists(lists: Record<string, number[]>): Promise<Row[]> {
  const { decodeList }: StatusLists = await load(javascript, 'lib/index.js');
  const rows: Row[] = [];
  for (const [purpose, bits] of Object.entries(lists)) {
    const [, body = ''] = readFileSync(join(folder, `${purpose}.jwt`), 'utf8').split('.');
    const { credentialSubject } = JSON.parse(Buffer.from(body, 'base64url').toString());
    const list = await decodeList(credentialSubject);
    const set = Array.from({ length: list.length }, (_, bit) => bit).filter((bit) =>
      list.getStatus(bit),
    );
    rows.push({
      what: `List of states, ${purpose}`,
      expected: `${bits.join(', ')} of 131072`,
      said: `${set.join(', ')} of ${list.length}`,
      holds: set.join() === bits.join() && list.length === 131_072,
    });
  }
  return rows;
}

function asTable(rows: readonly Row[]): string {
  return [
    '| What was shown | must be | was |',
    '| --- | --- | --- |',
    ...rows.map(
      ({ what, expected, said, holds }) =>
        `| ${what} | ${expected} | ${holds ? '' : '**wrong** '}${shorten(said)} |`,
    ),
  ].join('\n');
}

/** Keys differ on every run. */
function shorten(said: string): string {
  return said.replace(/#[\da-f]{16}/g, '#…').replaceAll('|', '/');
}

function keep(table: string) {
  const [start, end] = ['<!-- npm run check:badges -->', '<!-- end -->'];
  const text = readFileSync(page, 'utf8');
  const [before, rest = ''] = text.split(start);
  writeFileSync(page, `${before}${start}\n\n${table}\n\n${end}${rest.split(end)[1] ?? '\n'}`);
}

function load<T>({ package: name }: typeof javascript, file: string): Promise<T> {
  return import(pathToFileURL(join(tools, 'node_modules', name, file)).href);
}

function readJson(path: string) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function run(program: string, parameters: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, { encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`${program} ${parameters[0]} failed: ${error?.message ?? stderr}`);
  }
  return stdout;
}
