import { wordKind } from '#domain/site/word-kinds.ts';
import { firstAnnouncement } from '../announcement.ts';

export const announcement = wordKind({
  name: 'announcement',
  title: 'Announcement',
  about: 'One line above every page. Leave the words empty to show none.',
  publishedBy: 'staff',
  page: '/',
  first: firstAnnouncement,
  fields: {
    text: { type: 'line', label: 'Words', most: 160, isOptional: true },
    label: {
      type: 'line',
      label: 'Link text',
      most: 40,
      isOptional: true,
      hint: 'The text of a link after the words',
    },
    way: {
      type: 'way',
      label: 'Link address',
      isOptional: true,
      hint: 'A page of the site, such as /faq, or an address with https://',
    },
    from: { type: 'moment', label: 'From', isOptional: true, hint: 'Empty: at once' },
    until: {
      type: 'moment',
      label: 'Until',
      isOptional: true,
      hint: 'Empty: until you remove it',
    },
  },
  check({ text, label, way, from, until }) {
    const problems = [];
    // In the order of the fields: the first is the one that gets the focus.
    if (label && !text)
      problems.push({ path: 'text', message: 'A link needs words in front of it.' });
    if (way && !label) problems.push({ path: 'label', message: 'The link needs some text.' });
    if (label && !way) problems.push({ path: 'way', message: 'Say where the link leads.' });
    if (from && until && Date.parse(until) <= Date.parse(from)) {
      problems.push({ path: 'until', message: 'It must end after it begins.' });
    } else if (text && until && Date.parse(until) <= Date.now()) {
      problems.push({ path: 'until', message: 'That time has passed: nobody would see it.' });
    }
    return problems;
  },
});
