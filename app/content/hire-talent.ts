import { type Page, titled } from './page-parts.ts';
import { statistics } from './statistics.ts';

/** The three plans are in plans.ts. */
export const hireTalent = {
  meta: {
    title: titled('Hire healthcare AI talent'),
    description:
      'Post jobs without charge, search candidate profiles with a membership, or have us source and train coding, CDI, HIM and revenue cycle staff.',
  },

  hero: {
    eyebrow: 'Hire talent',
    title: 'Hire people who can work with AI, and who check it',
    lede: 'Coders, CDI specialists, HIM and revenue cycle staff who have trained for AI-assisted work. Post an opening on the free job board, search profiles yourself, or let us look for you.',
    actions: [
      { kind: 'link', label: 'Post a Job', href: '/post-job' },
      { kind: 'call', label: 'Book Consultation' },
    ],
  },

  value: {
    eyebrow: 'What it saves',
    title: 'Less time before they work on their own',
    get statistic() {
      return statistics().onboarding;
    },
    text: 'People who have practiced AI-assisted coding, queries and appeals already know what to check and what to record. You teach them your systems, your payers and your policies.',
    get note() {
      return statistics().note;
    },
  },

  plans: {
    eyebrow: 'Three plans',
    title: 'Choose how much of the search is yours',
    lede: 'Start with the free board. Move to a membership when you want to search, and to a partnership when you want us to.',
  },

  credentials: {
    eyebrow: 'Reading a profile',
    title: 'What a CIHIS credential tells you',
    text: 'The letters after CIHIS name the tier: S for Student, AI for Applied Practice, ED for Education and Delivery, HC for Healthcare Professionals, L for Leadership and Strategy. Each tier’s page lists what its holders have learned to do. A profile says “verified” where our register does; what candidates type themselves is marked as stated.',
    action: { kind: 'link', label: 'Compare the Tiers', href: '/professionals#certifications' },
  },

  closing: {
    title: 'An opening to fill this month?',
    text: 'Posting needs an account and one form. Candidates see the opening as soon as you save it, or once our staff have looked at it where our rules ask for that.',
    actions: [
      { kind: 'link', label: 'Post a Job', href: '/post-job' },
      { kind: 'link', label: 'Browse Candidates', href: '/browse-candidates' },
      { kind: 'call', label: 'Book Consultation' },
    ],
  },
} as const satisfies Page;
