import { afterEach, expect, it } from 'vitest';
import {
  firstResourceItems,
  type KeptResource,
  type ResourceCategory,
} from '#app/content/resources.ts';
import { readWordsFrom } from '#domain/site/words.ts';
import { featuredNow, hasAny, itemsNow } from './entries.ts';

const before = readWordsFrom(() => undefined);
afterEach(() => void readWordsFrom(before));

function publish(category: ResourceCategory) {
  const [first] = firstResourceItems;
  if (!first) throw new Error('The release has no resource.');
  const item: KeptResource = { ...first, category, state: 'published', from: '' };
  readWordsFrom(() => ({ resources: { items: [item] } }));
}

const recordings = () =>
  featuredNow(itemsNow()).find(({ title }) => title === 'Webinar Recordings');

it('says that no recording is published until there is one, and then links to it', () => {
  expect(recordings()).toMatchObject({
    text: expect.stringContaining('No recording is published yet'),
    action: { href: '#newsletter' },
  });
  publish('Webinars');
  expect(recordings()?.text).not.toContain('No recording');
  expect(recordings()?.action).toMatchObject({ href: '/resources?type=webinars#find' });
});

it('knows whether there is a case study', () => {
  expect(hasAny(itemsNow(), 'Case Studies')).toBe(false);
  publish('Case Studies');
  expect(hasAny(itemsNow(), 'Case Studies')).toBe(true);
});
