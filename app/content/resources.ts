import { wordsOf } from '#domain/site/words.ts';
import { type Action, type Page, titled } from './page-parts.ts';

export const resourceCategories = [
  'All',
  'Articles',
  'Podcasts',
  'Case Studies',
  'Guides',
  'Webinars',
] as const;
export type ResourceCategory = (typeof resourceCategories)[number];

export type ResourceItem = {
  /** A placeholder for a real episode or article; its link leads to example.com. */
  sample: boolean;
  slug: string;
  type: 'Podcast' | 'Article';
  category: ResourceCategory;
  date: string;
  title: string;
  excerpt: string;
  link: string;
};

export type FeaturedResource = {
  type: 'Guide' | 'Webinar';
  category: ResourceCategory;
  title: string;
  text: string;
  action: Action;
};

/**
 * OWNER: replace titles, dates and links with the published ones and set `sample` to false. example.com is reserved, so
 * no link leads to a stranger’s page.
 */
export const firstResourceItems: readonly ResourceItem[] = [
  {
    sample: true,
    slug: 'denials-before-they-happen',
    type: 'Podcast',
    category: 'Podcasts',
    date: '2025-11-12',
    title: 'Denials before they happen',
    excerpt:
      'What a denial prediction is made of, why a high score is not a reason, and how one team decides which claims a person reads before they go out.',
    link: 'https://example.com/replace-with-published-address/denials-before-they-happen',
  },
  {
    sample: true,
    slug: 'who-signs-the-query',
    type: 'Article',
    category: 'Articles',
    date: '2025-10-29',
    title: 'Who signs the query?',
    excerpt:
      'AI can draft a CDI query in seconds. This article sets out what a compliant draft needs, what leads a provider, and where the specialist’s name belongs.',
    link: 'https://example.com/replace-with-published-address/who-signs-the-query',
  },
  {
    sample: true,
    slug: 'the-auditor-asks',
    type: 'Podcast',
    category: 'Podcasts',
    date: '2025-10-15',
    title: 'The auditor asks',
    excerpt:
      'Five questions that internal audit puts to a department that uses AI, and the records that answer them without a week of searching.',
    link: 'https://example.com/replace-with-published-address/the-auditor-asks',
  },
  {
    sample: true,
    slug: 'accuracy-on-your-own-cases',
    type: 'Article',
    category: 'Articles',
    date: '2025-10-01',
    title: 'Accuracy on your own cases',
    excerpt:
      'A vendor’s percentage comes from a vendor’s cases. How to draw a sample from your own work, score it and repeat it before every update.',
    link: 'https://example.com/replace-with-published-address/accuracy-on-your-own-cases',
  },
  {
    sample: true,
    slug: 'teaching-coders-to-disagree',
    type: 'Podcast',
    category: 'Podcasts',
    date: '2025-09-17',
    title: 'Teaching coders to disagree',
    excerpt:
      'Why new coders accept suggestions too easily, and the classroom exercise in which half of the suggestions are wrong on purpose.',
    link: 'https://example.com/replace-with-published-address/teaching-coders-to-disagree',
  },
];

/** As staff edit it: drafts are not shown, and `from` delays the rest. */
export type KeptResource = ResourceItem & { state: 'draft' | 'published'; from: string };

/** What is shown now, newest first, each with the button of its kind. */
export function resourceItems(now = Date.now()) {
  const kept = wordsOf<{ items: readonly KeptResource[] } | undefined>('resources', undefined);
  const items: readonly ResourceItem[] =
    kept?.items
      .filter(({ state, from }) => state === 'published' && !(Date.parse(from) > now))
      .toSorted((one, other) => other.date.localeCompare(one.date)) ?? firstResourceItems;
  return items.map((item) => ({
    ...item,
    button: item.type === 'Podcast' ? ('Listen Now' as const) : ('Read More' as const),
  }));
}

/** What the card of the recordings says once there are some, and before. */
const recordings = {
  some: {
    text: 'What was said and asked, to watch when you have the time.',
    action: { kind: 'link', label: 'See the Recordings', href: '/resources?type=webinars#find' },
  },
  none: {
    text: 'No recording is published yet. Leave your address, and we will write when the first one is.',
    action: { kind: 'link', label: 'Notify Me', href: '#newsletter' },
  },
} as const satisfies Record<string, Pick<FeaturedResource, 'text' | 'action'>>;

/** Four cards. The specification names three; the quiz is the fourth. */
export const featuredResources = (hasRecordings: boolean): readonly FeaturedResource[] => [
  {
    type: 'Guide',
    category: 'Guides',
    title: 'Free AI Readiness Checklist',
    text: 'Six areas, thirty-six checks, each with what counts as evidence. Read it here or print the PDF.',
    action: {
      kind: 'link',
      label: 'Open the Checklist',
      href: '/resources/ai-readiness-checklist',
    },
  },
  {
    type: 'Guide',
    category: 'Guides',
    title: 'IGM Framework Guide',
    text: 'Implementation, Governance and Monitoring on one page, with the questions to ask in each part.',
    action: { kind: 'link', label: 'Read the Guide', href: '/resources/igm-framework-guide' },
  },
  {
    type: 'Webinar',
    category: 'Webinars',
    title: 'Webinar Recordings',
    ...(hasRecordings ? recordings.some : recordings.none),
  },
  {
    type: 'Guide',
    category: 'Guides',
    title: 'Certification Pathway Quiz',
    text: 'Five questions that suggest one of the five tiers or a micro-certification.',
    action: { kind: 'link', label: 'Take the Quiz', href: '/certification-quiz' },
  },
];

export const resources = {
  meta: {
    title: titled('Resources and insights'),
    description:
      'A free AI readiness checklist, the IGM framework guide, podcasts and articles on AI in denials, coding, CDI and audit, and the Accelerator.',
  },

  hero: {
    eyebrow: 'Resources and Insights',
    title: 'Read, listen, check your own department',
    lede: 'Practical material for people who code, query, appeal, audit and teach.',
    actions: [],
  },

  featured: { title: 'Start here' },

  search: {
    title: 'Articles and podcasts',
    label: 'Search resources',
    placeholder: 'Search denials, queries, audit',
    button: 'Search',
    filterLabel: 'Category',
    empty: { title: 'Nothing matches', text: 'Try another word, or choose All.' },
    noCaseStudies: { text: 'No case study is published yet.', link: 'What ours will contain' },
    clear: 'Show Everything',
    sample: 'Sample',
    sampleNote:
      'An entry marked as a sample holds the place of one that is not published yet; its link leads nowhere.',
  },

  newsletter: {
    id: 'newsletter',
    title: 'When there is something new',
    text: 'An occasional email when there is something to read, hear or attend. You confirm your address first, and every email has a link to unsubscribe.',
    label: 'Email address',
    placeholder: 'Your email address',
    button: 'Subscribe',
    /** Stored with each consent: if the wording changes, so must the number, in SQL too. */
    consentVersion: 1,
    consent:
      'By pressing Subscribe you agree to receive email about new resources and events. You can unsubscribe at any time.',
  },
} as const satisfies Page;
