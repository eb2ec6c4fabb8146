import { wordKind } from '#domain/site/word-kinds.ts';
import { firstCompanyWords } from '../company-words.ts';

export const about = wordKind({
  name: 'about',
  title: 'About',
  about: 'Mission, story and accreditation, on the About page. Values and framework are fixed.',
  publishedBy: 'owner',
  page: '/about',
  first: firstCompanyWords,
  fields: {
    mission: { type: 'line', label: 'Mission', most: 160 },
    reason: { type: 'text', label: 'Its reason, below it', most: 600 },
    storyTitle: { type: 'line', label: 'Title of the story', most: 100 },
    story: { type: 'rich', label: 'Our story', most: 4_000 },
    accreditation: { type: 'text', label: 'What the badge means', most: 600 },
    providerNumber: {
      type: 'line',
      label: 'Below the badge',
      most: 120,
      hint: 'Who accredits, and the number of the provider. The badge itself needs a developer',
    },
  },
});
