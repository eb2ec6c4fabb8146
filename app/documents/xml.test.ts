import { expect, it } from 'vitest';
import { rssResponse } from './rss.ts';
import { escapeXml } from './xml.ts';

it('removes what XML forbids, even if it got past every other check', async () => {
  expect(escapeXml('a\u0001 <b>\uFFFE & \uD800"c"\t😀')).toBe(
    'a &#60;b&#62; &#38; &#34;c&#34;\t😀',
  );
  const odd = 'Coder\u0001\u001F';
  const address = 'https://site.test/';
  const channel = { title: odd, link: address, description: odd, self: address };
  const item = { ...channel, category: odd, id: odd, isAddress: false, date: '2026-01-01' };
  const xml = await rssResponse(channel, [item]).text();
  expect(xml).not.toMatch(/[^\P{Cc}\n\t]/u);
});
