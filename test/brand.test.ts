import { globSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { darkColors, lightColors, site } from '#domain/site/brand.ts';
import { markArcs } from '#domain/site/mark.ts';

const read = (path: string) => readFileSync(path, 'utf8');

/** What people get to see comes from here. Tests may say what they like. */
const files = globSync(
  '{api,app,commands,database,domain,mail,public,server}/**/*.{css,html,json,sql,svg,ts,tsx}',
).filter((path) => !/\.test\.tsx?$/.test(path) && path !== 'domain/site/brand.ts');

describe('the colours', () => {
  /** A shadow, `rgb(0 0 0 / …)`, and the words black and white belong to no colour scheme. */
  const literal =
    /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgb|hsl|hwb|oklch|oklab|lch|lab)a?\((?!0 0 0 \/)/gi;
  const mayHaveOwn: Readonly<Record<string, string>> = {
    'app/app.css': 'the tokens, compared below',
    'public/favicon.svg': 'a file by itself, compared below',
    'server/outside/stripe-sandbox/look.ts':
      'stands in for another company and must not look like us',
  };

  it('appear in no other file', () => {
    const found = files
      .filter((path) => !(path in mayHaveOwn))
      .flatMap((path) => (read(path).match(literal) ?? []).map((color) => `${path}: ${color}`));
    expect(found, 'Take these from domain/site/brand.ts, or in a stylesheet from a token').toEqual(
      [],
    );
  });

  const stylesheet = read('app/app.css');
  const token = /--color-([\w-]+): light-dark\((#\w+), (#\w+)\);/g;
  const kept = /--color-([\w-]+): (#\w+);/g;

  it('match the tokens in app.css', () => {
    const tokens = [...stylesheet.matchAll(token)];
    expect(Object.fromEntries(tokens.map(([, name, light]) => [name, light]))).toEqual(lightColors);
    expect(Object.fromEntries(tokens.map(([, name, , dark]) => [name, dark]))).toEqual(darkColors);
  });

  it('match what stays light in dark mode', () => {
    const colors = [...stylesheet.matchAll(kept)].map(([, name, color]) => [name, color]);
    expect(colors).not.toEqual([]);
    expect(lightColors).toMatchObject(Object.fromEntries(colors));
    expect(stylesheet.replace(token, '').replace(kept, '').match(literal)).toBeNull();
  });
});

describe('the tab icon', () => {
  const icon = read('public/favicon.svg');

  it('has the name, and the mark in both colour schemes', () => {
    expect(icon).toContain(`<title>${site.name}</title>`);
    for (const arc of markArcs) expect(icon).toContain(`d="${arc}"`);
    const parts = (colors: Record<'pine' | 'clay', string>) =>
      `g{stroke:${colors.pine}}circle{fill:${colors.clay}}`;
    expect(icon).toContain(
      `<style>${parts(lightColors)}@media(prefers-color-scheme:dark){${parts(darkColors)}}</style>`,
    );
  });

  it('has the light colours for browsers without SVG icons', async () => {
    const ico = readFileSync('public/favicon.ico');
    const pictures = Array.from({ length: ico.readUInt16LE(4) }, (_, place) => {
      const entry = 6 + 16 * place;
      const start = ico.readUInt32LE(entry + 12);
      return ico.subarray(start, start + ico.readUInt32LE(entry + 8));
    });
    expect(pictures).toHaveLength(3);
    for (const picture of pictures) {
      const { data } = await sharp(picture)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const colors = new Set(data.toString('hex').match(/.{8}/g));
      expect(colors).toContain(`${lightColors.pine.slice(1)}ff`);
      expect(colors).toContain(`${lightColors.clay.slice(1)}ff`);
    }
  });
});

describe('the name and the addresses', () => {
  const mayHaveThem: Readonly<Record<string, string>> = {
    'database/migrations/0002_settings.sql':
      'stands in only until the server starts and writes ours',
    'public/favicon.svg': 'a file by itself, compared above',
  };

  it('appear in no other file', () => {
    const { name, tagline, description, email, region, schedulingUrl, social } = site;
    const words = [name, tagline, description, email, region, schedulingUrl];
    const literals = [...words, ...social.map(({ url }) => url)];
    const found = files
      .filter((path) => !(path in mayHaveThem))
      .flatMap((path) => {
        const text = read(path);
        return literals.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`);
      });
    expect(found, 'Take these from domain/site/brand.ts').toEqual([]);
  });
});
