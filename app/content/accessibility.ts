import { titled } from './page-parts.ts';
import type { PolicyPage } from './policy.ts';
import { bullets, link, paragraph } from './rich-text.ts';

/** Every statement about testing must stay true: change it when the tests change. */
export const accessibility: PolicyPage = {
  meta: {
    title: titled('Accessibility'),
    description:
      'How this site meets WCAG 2.2 level AA: what was tested and how, what is known to fall short, and how to report a barrier.',
  },
  title: 'Accessibility',
  lede: 'This site is meant to be used by everyone who works in healthcare, whichever way they read, point or type.',
  sections: [
    {
      id: 'standard',
      title: 'The standard we aim for',
      body: [
        paragraph(
          'The Web Content Accessibility Guidelines (WCAG) 2.2, level AA. Public pages work without JavaScript, with a keyboard alone, in light and dark, and in print.',
        ),
      ],
    },
    {
      id: 'tested',
      title: 'What was tested, and how',
      body: [
        bullets(
          'Every page is checked with axe-core, an automated tool, 320 pixels wide in light and 1280 pixels wide in dark. Header and footer are the same everywhere; with them it checks four pages at 375, 768 and 1280 pixels in both. The size of targets, at least 24 pixels, is among its checks.',
          'An automated browser walks through every public page with the Tab key: everything is reached in reading order, each stop shows a focus ring, and the header covers none. On some of them it walks through header and footer, too, and all the way back. The menus, the quiz and the questions are also operated with the keyboard alone.',
          'Every public page is checked at 200% and 400% zoom and with wider spacing of lines, words and letters, for text that is cut off and for sideways scrolling.',
          'The contrast of every pair of text and background colors is calculated.',
          'Pages are checked without JavaScript, with reduced motion, and on paper.',
          'Charts and drawings have a text alternative or a table.',
        ),
      ],
    },
    {
      id: 'shortcomings',
      title: 'What is known to fall short',
      body: [
        bullets(
          [
            'The checklist in PDF is made for printing. The ',
            link('checklist as a page', '/resources/ai-readiness-checklist'),
            ' is the accessible version.',
          ],
          'Scheduling, payment, podcasts, articles and employers’ application pages belong to others, and we cannot vouch for them. If one stands in your way, write to us and we will help by email.',
          'Jobs and profiles are written by the people who post them; headings and abbreviations in them may be unclear.',
          'The site has not yet been tested by people who use assistive technology every day. Automated checks do not find every barrier.',
        ),
      ],
    },
    {
      id: 'report',
      title: 'Report a barrier',
      body: [
        paragraph(
          'Write to ',
          link('{email}', 'mailto:{email}?subject=Accessibility'),
          ' and tell us the page, what you wanted to do and what you use to read it. We typically respond within 24 hours, and can send you the content in another form.',
        ),
      ],
    },
  ],
};
