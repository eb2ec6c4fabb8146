import { escapeXml, xmlResponse } from './xml.ts';

export type FeedItem = {
  title: string;
  link: string;
  description: string;
  category: string;
  /** Identifies the item permanently. An address that never changes is best. */
  id: string;
  isAddress: boolean;
  date: string;
};

export function rssResponse(
  channel: { title: string; link: string; description: string; self: string },
  items: FeedItem[],
): Response {
  return xmlResponse(
    [
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
      element('title', channel.title),
      element('link', channel.link),
      element('description', channel.description),
      element('language', 'en-us'),
      `<atom:link href="${escapeXml(channel.self)}" rel="self" type="application/rss+xml"/>`,
      ...items.map(({ title, link, description, category, id, isAddress, date }) =>
        [
          '<item>',
          element('title', title),
          element('link', link),
          element('description', description),
          element('category', category),
          `<guid isPermaLink="${isAddress}">${escapeXml(id)}</guid>`,
          element('pubDate', new Date(date).toUTCString()),
          '</item>',
        ].join(''),
      ),
      '</channel></rss>',
    ].join('\n'),
    'application/rss+xml',
  );
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
