import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { badgePng, badgeSvg } from '#api/credentials/badge/badge-picture.ts';
import { bakePng, bakeSvg } from '#api/credentials/badge/bake.ts';
import { signCredential } from '#api/credentials/badge/credential.ts';
import { type AwardFacts, statusPurposes } from '#api/credentials/badge/facts.ts';
import { createIssuer, didDocument, type Issuer } from '#api/credentials/badge/issuer.ts';
import { signList } from '#api/credentials/badge/status-list.ts';
import { makeCredentialNumber } from '#domain/credential-number.ts';
import { makeSigningKey } from '#server/settings/keys.ts';

/*
 * Has badges looked at by implementations that are not ours, fetched into a folder of their own: nothing of them is
 * in the product. `-- --write` puts what they say into docs/credentials.md, with their versions.
 */

const python = { package: 'openbadgeslib', version: '4.6.3' };
const javascript = { package: '@digitalbazaar/vc-bitstring-status-list', version: '2.0.1' };
const tools = resolve('node_modules/.badge-checkers');
const page = 'docs/credentials.md';
const siteUrl = 'https://badges.example';

type Case = { name: string; file: string; isAccepted: boolean };
type Row = { what: string; expected: string; said: string; holds: boolean };

bringTools();
const folder = join(tools, 'files');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const { cases, lists } = await writeFiles();
const rows = [...askPython(cases), ...(await askJavaScript(lists))];
const table = asTable(rows);
process.stdout.write(`${table}\n`);
if (process.argv.includes('--write')) keep(table);
if (rows.some(({ holds }) => !holds)) process.exitCode = 1;

function bringTools() {
  const program = join(tools, 'python/bin/python');
  if (!existsSync(program)) {
    mkdirSync(tools, { recursive: true });
    run('python3', ['-m', 'venv', join(tools, 'python')]);
  }
  run(program, ['-m', 'pip', 'install', '-q', `${python.package}==${python.version}`]);
  if (!existsSync(join(tools, 'node_modules', javascript.package))) {
    writeFileSync(join(tools, 'package.json'), '{ "private": true }\n');
    run('npm', ['install', '--no-audit', '--no-fund', '--prefix', tools, asPackage(javascript)]);
  }
}

/** What somebody may bring, and what the site would answer to a program that checks it. */
async function writeFiles() {
  const [first, second, thief] = [
    await makeSigningKey(),
    await makeSigningKey(),
    await makeSigningKey(),
  ];
  const { d: _, ...firstWithoutPrivatePart } = first;
  const before = createIssuer(siteUrl, [first]);
  const issuer = createIssuer(siteUrl, [second, firstWithoutPrivatePart]);
  const elsewhere = createIssuer('https://elsewhere.example', [thief]);
  const revoked = award({ status: { list: 1, bit: 17 } });
  const suspended = award({ status: { list: 1, bit: 131_071 } });
  const genuine = await signCredential(issuer, award());
  const [head, body = '', signature] = genuine.split('.');
  const changed = Buffer.from(body, 'base64url').toString().replace('Renée', 'Ronald');
  const svg = badgeSvg(award().type, '2026');

  const cases: Case[] = [];
  const add = (name: string, isAccepted: boolean, content: string | Uint8Array, form = 'jwt') => {
    const file = `${cases.length}.${form}`;
    writeFileSync(join(folder, file), content);
    cases.push({ name, file, isAccepted });
  };
  add('A credential as JWT', true, genuine);
  add('The same baked into a PNG', true, bakePng(await badgePng(svg), genuine), 'png');
  add('The same baked into an SVG', true, bakeSvg(svg, genuine), 'svg');
  add('Without an end', true, await signCredential(issuer, award({ expiresOn: undefined })));
  add('Signed before the key was changed', true, await signCredential(before, award()));
  add('Revoked', false, await signCredential(issuer, revoked));
  add('Suspended', false, await signCredential(issuer, suspended));
  const past = { awardedOn: '2020-01-01', expiresOn: '2021-12-31' };
  add('Expired', false, await signCredential(issuer, award(past)));
  add(
    'A word changed',
    false,
    `${head}.${Buffer.from(changed).toString('base64url')}.${signature}`,
  );
  add('Signed by a key that was never ours', false, await signWith(thief, award()));
  add('Under the name of our key', false, await signWith({ ...thief, kid: second.kid }, award()));
  add('Of another issuer', false, await signCredential(elsewhere, award()));

  const lists = { revocation: [17], suspension: [131_071] };
  const answers: Record<string, string> = {
    [`${siteUrl}/.well-known/did.json`]: 'did.json',
  };
  writeFileSync(join(folder, 'did.json'), JSON.stringify(didDocument(issuer)));
  for (const purpose of statusPurposes) {
    const signed = await signList(issuer, { purpose, list: 1, setBits: lists[purpose] });
    writeFileSync(join(folder, `${purpose}.jwt`), signed);
    answers[issuer.addresses.statusList(purpose, 1)] = `${purpose}.jwt`;
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ did: issuer.did, answers, cases }));
  return { cases, lists };
}

function signWith(key: Parameters<typeof createIssuer>[1][number], of: AwardFacts) {
  const forger: Issuer = createIssuer(siteUrl, [key]);
  return signCredential(forger, of);
}

function award(changes: Partial<AwardFacts> = {}): AwardFacts {
  return {
    number: makeCredentialNumber(),
    issue: 1,
    holder: 'Renée O’Connor',
    type: {
      code: 'CIHIS-AI',
      version: 1,
      kind: 'tier',
      slug: 'applied-practice',
      name: 'Applied Practice',
      summary: 'Works with AI in coding and the revenue cycle, and checks what it says.',
      hours: { from: 150, to: 150 },
      criteria: ['Prepare AI-assisted work for internal and external audit'],
    },
    awardedOn: '2026-01-15',
    expiresOn: '2099-01-14',
    status: { list: 1, bit: 4_711 },
    ...changes,
  };
}

function askPython(cases: readonly Case[]): Row[] {
  const program = join(tools, 'python/bin/python');
  const said = run(program, ['commands/check-badges.py', folder])
    .trim()
    .split('\n')
    .map((line): { name: string; verdict: string } => JSON.parse(line));
  return cases.map(({ name, isAccepted }, index) => {
    const verdict = said[index]?.verdict ?? 'said nothing';
    const expected = isAccepted ? 'accepted' : 'refused';
    return { what: name, expected, said: verdict, holds: verdict.startsWith(expected) };
  });
}

type StatusLists = {
  decodeList(options: { encodedList: string }): Promise<{
    length: number;
    getStatus(index: number): boolean;
  }>;
};

/** The lists as the library of the standard's editors reads them. */
async function askJavaScript(lists: Record<string, number[]>): Promise<Row[]> {
  const main = join(tools, 'node_modules', javascript.package, 'lib/main.js');
  const entry = existsSync(main) ? main : main.replace('main.js', 'index.js');
  const { decodeList }: StatusLists = await import(pathToFileURL(entry).href);
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
    `| What was shown to \`${python.package}\` ${python.version} and \`${javascript.package}\` ${javascript.version} | must be | was |`,
    '| --- | --- | --- |',
    ...rows.map(
      ({ what, expected, said, holds }) =>
        `| ${what} | ${expected} | ${holds ? '' : '**wrong** '}${shorten(said)} |`,
    ),
  ].join('\n');
}

/** Keys are others each time. */
function shorten(said: string): string {
  return said.replace(/#[\da-f]{16}/g, '#…').replaceAll('|', '/');
}

function keep(table: string) {
  const [start, end] = ['<!-- npm run check:badges -->', '<!-- end -->'];
  const text = readFileSync(page, 'utf8');
  const [before, rest = ''] = text.split(start);
  writeFileSync(page, `${before}${start}\n\n${table}\n\n${end}${rest.split(end)[1] ?? '\n'}`);
}

function asPackage({ package: name, version }: typeof javascript): string {
  return `${name}@${version}`;
}

function run(program: string, parameters: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, { encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`${program} ${parameters[0]} failed: ${error?.message ?? stderr}`);
  }
  return stdout;
}
