import { wordsOf } from '#domain/site/words.ts';
import { call } from './call.ts';
import type { Action } from './page-parts.ts';
import { checklistPdfPath } from './readiness-checklist.ts';

/** The other anchors of /resources that the header links to. */
export const caseStudies = {
  id: 'case-studies',
  eyebrow: 'Case studies',
  /** Shown until staff publish the first one. */
  none: {
    title: 'What a case study of ours will contain',
    text: 'None is published yet. We would rather show you the form than fill it with stories nobody can check. Each case study will give:',
    action: { kind: 'link', label: 'Notify Me', href: '#newsletter' },
  },
  some: {
    title: 'What a case study of ours contains',
    text: 'Each of them gives what it takes to check it:',
    action: {
      kind: 'link',
      label: 'See the Case Studies',
      href: '/resources?type=case-studies#find',
    },
  },
  items: [
    'The task, how it was done before, and what an error cost',
    'The rules that were set, and who signed off',
    'Measures from before and after, with the number of cases',
    'What did not work, and what was switched off',
    'The name of the organization, or why it is withheld',
  ],
} as const satisfies Record<'none' | 'some', { action: Action; [key: string]: unknown }> & {
  [key: string]: unknown;
};

export const downloads = {
  id: 'downloads',
  eyebrow: 'Downloads',
  title: 'To print, mark and keep',
  items: [
    {
      title: 'AI Readiness Checklist',
      text: 'PDF to print and fill in, or the same checklist as a page.',
      actions: [
        {
          kind: 'link',
          label: 'Download the PDF',
          href: checklistPdfPath,
        },
        { kind: 'link', label: 'Open the Page', href: '/resources/ai-readiness-checklist' },
      ],
    },
    {
      title: 'Guide to the IGM framework',
      text: 'A page that prints well.',
      actions: [{ kind: 'link', label: 'Read the Guide', href: '/resources/igm-framework-guide' }],
    },
  ],
} as const satisfies {
  items: readonly { title: string; text: string; actions: readonly Action[] }[];
  [key: string]: unknown;
};

export const events = {
  id: 'events',
  eyebrow: 'Events',
  title: 'Webinars, workshops and cohorts',
  actions: [
    { kind: 'link', label: 'Notify Me', href: '#newsletter' },
    { kind: 'call', label: 'Book Consultation' },
  ],
} as const satisfies { actions: readonly Action[]; [key: string]: unknown };

export type PublicEvent = {
  title: string;
  /** Drafts are not shown. */
  state: 'draft' | 'published';
  /** Moments: when it is first shown (empty: at once), when it begins, and when it ends, after which it disappears. */
  from: string;
  begins: string;
  ends: string;
  place: string;
  text: string;
  label: string;
  way: string;
};

export const firstEvents = {
  none: `No public event has a date at the moment. When one does, it will be listed here and announced by email. Workshops for a single organization can be arranged on a ${call.consultation.name}.`,
  events: [] as readonly PublicEvent[],
};

/** The upcoming events, next one first, and what to show if there are none. */
export function eventsNow(now = Date.now()) {
  const { none, events } = wordsOf('events', firstEvents);
  const coming = events
    .filter(({ state, from }) => state === 'published' && !(Date.parse(from) > now))
    .filter(({ ends }) => Date.parse(ends) > now)
    .toSorted((one, other) => one.begins.localeCompare(other.begins));
  return { none, coming };
}
