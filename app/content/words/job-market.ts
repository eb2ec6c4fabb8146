import { wordKind } from '#domain/site/word-kinds.ts';
import { firstJobMarket } from '../job-market.ts';

export const jobMarket = wordKind({
  name: 'job-market',
  title: 'Market figures',
  about:
    'The figures beside the job board. A figure keeps its drawing as long as you do not change it.',
  publishedBy: 'staff',
  page: '/jobs',
  first: firstJobMarket,
  fields: {
    title: { type: 'line', label: 'Heading', most: 60 },
    figures: {
      type: 'list',
      label: 'Figures',
      itemName: 'Figure',
      least: 1,
      most: 6,
      key: 'label',
      fields: {
        value: { type: 'line', label: 'Figure', most: 16 },
        label: { type: 'line', label: 'What it counts', most: 60 },
        text: { type: 'line', label: 'Where it comes from', most: 120 },
      },
    },
    note: { type: 'text', label: 'The note below the figures', most: 400 },
  },
});
