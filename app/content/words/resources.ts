import { wordKind } from '#domain/site/word-kinds.ts';
import { firstResourceItems, type KeptResource, resourceCategories } from '../resources.ts';

const first: readonly KeptResource[] = firstResourceItems.map((item) => ({
  ...item,
  state: 'published',
  from: '',
}));

export const resources = wordKind({
  name: 'resources',
  title: 'Articles and podcasts',
  about:
    'The list under Resources and in its feed. A draft is not shown; an entry with a date is shown from then on.',
  publishedBy: 'staff',
  page: '/resources',
  first: { items: first },
  fields: {
    items: {
      type: 'list',
      label: 'Articles and podcasts',
      itemName: 'Entry',
      least: 0,
      most: 100,
      key: 'slug',
      fields: {
        title: { type: 'line', label: 'Title', most: 120 },
        state: {
          type: 'choice',
          label: 'Shown',
          options: [
            { value: 'draft', label: 'Not yet: a draft' },
            { value: 'published', label: 'Yes' },
          ],
        },
        from: { type: 'moment', label: 'Shown from', isOptional: true, hint: 'Empty: at once' },
        type: {
          type: 'choice',
          label: 'What it is',
          options: ['Article', 'Podcast'].map((value) => ({ value, label: value })),
        },
        category: {
          type: 'choice',
          label: 'Category',
          options: resourceCategories
            .filter((category) => category !== 'All')
            .map((value) => ({ value, label: value })),
        },
        date: { type: 'day', label: 'Date' },
        excerpt: { type: 'text', label: 'What it is about', most: 300 },
        link: { type: 'web-address', label: 'Where it is' },
        sample: {
          type: 'check',
          label: 'It is a sample',
          hint: 'A placeholder for one that is not published yet. The page says so.',
        },
        slug: {
          type: 'slug',
          from: 'title',
          label: 'Name in the feed',
          isOptional: true,
          hint: 'Made from the title. Feed readers recognize it by this, so do not change it later.',
        },
      },
    },
  },
});
