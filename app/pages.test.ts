import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { certifications } from '#app/content/certifications.ts';
import { tiers } from '#domain/credentials/tiers.ts';
import * as links from '#domain/site/links.ts';
import { cachedAddress, countedPath, foundPaths, keptPaths, patternOf } from './page-paths.ts';
import { addressesOf, documents, pages } from './pages.ts';
import routes from './routes.ts';

const rows = [...pages, ...documents];

describe('the table of pages', () => {
  it('has every address that visitors were promised', () => {
    const promised = [
      ...['/', '/organizations', '/professionals', '/educators', '/hire-talent', '/about'],
      ...['/resources', '/certification-quiz', '/auth', '/jobs', '/job/:id', '/post-job'],
      ...['/browse-candidates', '/candidate-profile', '/membership', '/terms', '/privacy'],
      ...['/fulfillment', '/faq', '/*'],
    ];
    const paths = pages.map(({ path }) => path);
    expect(promised.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('names every path once, and every file in app/routes', () => {
    const paths = rows.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    const files = readdirSync('app/routes').filter((name) => !name.includes('.test.'));
    expect([...new Set(rows.map(({ file }) => file))].toSorted()).toEqual(files.toSorted());
  });

  it('is the source of the routes', () => {
    const named = rows.map(({ path, file }) => `${path} routes/${file}`);
    expect(routes.map(({ path = '', file }) => `/${path} ${file}`)).toEqual(named);
  });

  it('caches only complete addresses, and lists nothing that requires signing in', () => {
    expect(keptPaths).toEqual(expect.arrayContaining(['/', '/messages', '/robots.txt']));
    expect([...keptPaths, ...foundPaths].filter((path) => path.includes(':'))).toEqual([]);
    expect(pages.filter(({ isFound, needsPerson }) => isFound && needsPerson)).toEqual([]);
  });

  it('has a page for every tier that has texts', () => {
    expect(certifications.map(({ slug }) => slug)).toEqual(tiers);
    expect(foundPaths).toEqual(expect.arrayContaining(tiers.map(links.certification)));
  });

  it('has one address for all that mean the same cached page', () => {
    const id = '5c4cf5c8-0000-4000-8000-00000000abcd';
    const key = '1_2026-11-20T12:00:00.123456+00:00_5c4cf5c8-0000-4000-8000-000000000001';
    for (const [address, expected] of [
      ['/jobs?type=Contract&utm_source=x&q=+Nurse++', '/jobs?q=Nurse&type=Contract'],
      ['/JOBS?q=&type=&page=1&after=', '/jobs'],
      ['/jobs?type=contract&q=%20', '/jobs'],
      [`/jobs?after=${encodeURIComponent(key)}`, `/jobs?after=${encodeURIComponent(key)}`],
      ['/jobs?after=1_2026-02-30T12:00:00+00:00_x', '/jobs'],
      [`/job/${id.toUpperCase()}?fbclid=1`, `/job/${id}`],
      [`/job/${id}?report=sent&report=x`, `/job/${id}?report=sent`],
      ['/jobs/feed.xml?after=x&q=a', '/jobs/feed.xml?q=a'],
      ['/sitemap/jobs-1.xml?x', '/sitemap/jobs-1.xml'],
      [`/share/job-${id}.png?x`, `/share/job-${id}.png`],
    ] as const) {
      const { pathname, search } = new URL(address, 'https://site.test');
      expect(cachedAddress(pathname, search), address).toBe(expected);
    }
    for (const path of ['/', '/job/renew', '/job/:id', '/jobs/', '/jobs.data', '/saved-jobs']) {
      expect(cachedAddress(path, ''), path).toBeUndefined();
    }
  });

  it('counts exactly the pages that it says, and all jobs as one', () => {
    const id = '10000000-0000-4000-8000-000000000001';
    expect(countedPath('/certifications/student')).toBe('/certifications/student');
    expect(countedPath(`/job/${id}`)).toBe('/job/:id');
    expect(countedPath('/company/piedmont-valley-health')).toBe('/company/:slug');
    expect(countedPath('/jobs/in/nc/winston-salem')).toBe('/jobs/in/:state/:city');
    expect(countedPath('/jobs/in/nc/charlotte/medical-coder')).toBe('/jobs/in/:state/:city/:role');
    expect(countedPath('/jobs/type/full-time')).toBe('/jobs/type/:type');
    expect(countedPath('/jobs/remote')).toBe('/jobs/remote');
    for (const path of ['/account', '/job/renew', `/messages/${id}`, '/no-such-page']) {
      expect(countedPath(path), path).toBeUndefined();
    }
  });
});

describe('links', () => {
  const known = new Set(rows.flatMap(addressesOf));

  it('lead to pages that exist', () => {
    const paths = Object.values(links).filter((link) => typeof link === 'string');
    expect(paths.filter((path) => !known.has(path))).toEqual([]);
  });

  it('are built by name: no code spells out the address of a page', () => {
    const code = ['app', 'api', 'mail', 'server', 'commands', 'domain'].flatMap(listCode);
    expect(
      code.flatMap((file) => writtenOut(file).map((address) => `${file}: ${address}`)),
    ).toEqual([]);
  });

  /**
   * Addresses below /auth/v1 are not pages. Content and the table of pages spell addresses out, because the compiler
   * checks them there.
   */
  const isTyped =
    /^(api\/auth\/routes\.ts|app\/(content\/|pages\.ts|share\/shared-pages|shell\/navigation)|domain\/site\/links\.ts)/;

  function listCode(folder: string): string[] {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.spec\./.test(name))
      .filter((name) => !isTyped.test(name));
  }

  function writtenOut(file: string): string[] {
    // A page states its own path in its meta, where the compiler checks it too; comments may say anything.
    const source = readFileSync(file, 'utf8').replace(
      /\bpath: '[^']*'|\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
      '',
    );
    const quoted = [...source.matchAll(/(?:['"`]|Url\}|rigin\})(\/[a-z][\w/-]*)(?=['"`#?$])/g)];
    const attributes = [...source.matchAll(/\b(?:href|to|action)="(\/)"/g)];
    return [...quoted, ...attributes].map(([, address = '']) => address).filter(isOfPage);
  }

  function isOfPage(address: string): boolean {
    return (
      known.has(address) || /^\/(job|candidate|certifications|messages|my-jobs)\//.test(address)
    );
  }
});

describe('the pattern of an address', () => {
  it.each([
    ['/', '/'],
    ['/About', '/about'],
    ['/job/1b2c', '/job/:id'],
    ['/job/1b2c/', '/job/:id'],
    ['/job/1b2c/apply', '/job/:id/apply'],
    ['/messages', '/messages/:conversationId?'],
    ['/messages/1b2c', '/messages/:conversationId?'],
    ['/jobs/in/ohio/columbus', '/jobs/in/:state/:city'],
    ['/sitemap/jobs-1.xml', '/sitemap/:part'],
    ['/nothing/at/all', '/*'],
    ['//evil', '/*'],
  ])('of %s is %s', (path, pattern) => {
    expect(patternOf(path)).toBe(pattern);
  });

  it('is a row of the table for any address', () => {
    const rows = new Set([...pages, ...documents].map(({ path }) => path));
    const kinds = [...rows].map((path) => path.replace(/[:*][\w?]*/g, '%'));
    for (let count = 0; count < 10_000; count += 1) {
      const kind = kinds[count % kinds.length] ?? '/';
      const path = kind.replaceAll('%', () => crypto.randomUUID());
      expect(rows.has(patternOf(count % 3 === 0 ? path : `/${crypto.randomUUID()}${path}`))).toBe(
        true,
      );
    }
  });
});
