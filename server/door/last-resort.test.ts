import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { busyPage, lastResort } from './last-resort.ts';

it('the plain pages carry their own style, and their policy lets nothing else in', async () => {
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
