import { wordKind } from '#domain/site/word-kinds.ts';
import { firstEvents } from '../resource-sections.ts';

export const events = wordKind({
  name: 'events',
  title: 'Events',
  about: 'Upcoming events, under Resources. Each disappears from the page when it ends.',
  publishedBy: 'staff',
  page: '/resources',
  first: firstEvents,
  fields: {
    none: { type: 'text', label: 'Words while there is no event', most: 400 },
    events: {
      type: 'list',
      label: 'Events',
      itemName: 'Event',
      least: 0,
      most: 50,
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
        begins: {
          type: 'moment',
          label: 'Begins',
          hint: 'In your time zone; the page shows Eastern time',
        },
        ends: { type: 'moment', label: 'Ends' },
        place: { type: 'line', label: 'Place', most: 120, hint: 'Online, or the venue' },
        text: { type: 'text', label: 'What it is about', most: 500 },
        label: { type: 'line', label: 'Link text', most: 40, isOptional: true },
        way: { type: 'way', label: 'Link address', isOptional: true },
      },
    },
  },
  check: ({ events }) =>
    events.flatMap(({ begins, ends, label, way }, place) => [
      ...(Date.parse(ends) <= Date.parse(begins)
        ? [{ path: `events.${place}.ends`, message: 'It must end after it begins.' }]
        : []),
      ...(Boolean(label) !== Boolean(way)
        ? [
            {
              path: `events.${place}.${label ? 'way' : 'label'}`,
              message: 'A link needs both text and an address.',
            },
          ]
        : []),
    ]),
});
