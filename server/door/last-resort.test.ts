import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { firstBrand } from '#domain/site/brand.ts';
import { withWords } from '../words/scope.ts';
import { busyPage, lastResort, plainPage } from './last-resort.ts';

it('the plain pages give the company its current name, whatever characters that contains', async () => {
  const words = { brand: { ...firstBrand, name: 'Piedmont <AI>' } };
  for (const page of withWords(words, () => [busyPage(), lastResort('a-request')])) {
    expect(await page.text()).toContain('· Piedmont &lt;AI></title>');
  }
  // If the current name is unknown, no name is given.
  expect(await plainPage(413, 'Too large', ['Too large']).text()).toContain(
    '<title>Too large</title>',
  );
});

it('the plain pages carry their own style, and their policy allows nothing else', async () => {
  for (const page of [busyPage(), lastResort('a-request')]) {
    const html = await page.text();
    const [, style = ''] = html.match(/<style>([\s\S]*?)<\/style>/) ?? [];
    expect(style).toContain('color-scheme: light dark');
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(policy).toContain("default-src 'none'");
    expect(html).not.toMatch(/<script|<link|<img/);
  }
});
