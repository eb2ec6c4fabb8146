import { wordKind } from '#domain/site/word-kinds.ts';
import { firstSalaries } from '../salaries.ts';

export const salaries = wordKind({
  name: 'salaries',
  title: 'Salaries',
  about: 'The chart for professionals: what a credential may change in pay, in percent.',
  publishedBy: 'staff',
  page: '/professionals',
  first: firstSalaries,
  fields: {
    title: { type: 'line', label: 'Title of the chart', most: 80 },
    caption: { type: 'text', label: 'What it shows', most: 300 },
    ranges: {
      type: 'list',
      label: 'Ranges',
      itemName: 'Range',
      least: 1,
      most: 6,
      key: 'label',
      fields: {
        label: {
          type: 'line',
          label: 'What is compared',
          most: 24,
          hint: 'It must fit beside its bar',
        },
        low: { type: 'number', label: 'Lowest increase, in percent', least: 0, most: 200 },
        high: { type: 'number', label: 'Highest increase, in percent', least: 0, most: 200 },
      },
    },
    average: {
      type: 'number',
      label: 'Average increase, in percent',
      least: 0,
      most: 200,
      hint: 'This figure is also under Statistics and in an FAQ answer: change all three',
    },
    averageLabel: { type: 'line', label: 'Words for the average', most: 30 },
    note: { type: 'text', label: 'The note below the chart', most: 400 },
  },
  check: ({ ranges }) =>
    ranges.flatMap(({ low, high }, place) =>
      high < low
        ? [{ path: `ranges.${place}.high`, message: 'It must not be below the lowest.' }]
        : [],
    ),
});
