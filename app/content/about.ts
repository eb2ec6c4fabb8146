import { site } from '#domain/site/brand.ts';
import { type Page, titled } from './page-parts.ts';

export const about = {
  meta: {
    title: titled('About us'),
    description:
      'Who we are, what drives us and the three-part framework behind our healthcare AI education and advisory work in North Carolina.',
  },

  hero: {
    eyebrow: 'About',
    title: 'AI should make careful people faster, not replace their care',
    get lede() {
      return `${site.name} is the healthcare AI advisory and education division of a training company based in North Carolina.`;
    },
    actions: [{ kind: 'call', label: 'Book Consultation' }],
  },

  // Staff edit what goes under these three: company-words.ts.
  mission: { eyebrow: 'Mission' },
  story: { eyebrow: 'Our story' },

  values: {
    eyebrow: 'Values',
    title: 'What Drives Us',
    points: [
      {
        title: 'Healthcare-first',
        text: 'We start from the record, the claim and the patient, and judge a tool by what it does for them.',
      },
      {
        title: 'Quality over speed',
        text: 'A faster wrong code is still wrong. We measure accuracy before we measure time.',
      },
      {
        title: 'Practical over theoretical',
        text: 'You learn on tasks from your own desk: a denial, a query, a missed charge.',
      },
      {
        title: 'Human accountability',
        text: 'A named person reviews, decides and signs. AI suggests.',
      },
      {
        title: 'Continuous evolution',
        text: 'Code sets, payer rules and models change. Our material and our advice change with them.',
      },
      {
        title: 'Workforce first',
        text: 'People are told what will change, trained before it does, and given a way up.',
      },
    ],
  },

  framework: {
    id: 'approach',
    eyebrow: 'The framework',
    title: 'Implementation, Governance, Monitoring',
    lede: 'Three parts that run as a loop. None of them is finished while a tool is in use.',
    parts: [
      {
        title: 'Implementation',
        text: 'Choose the task, describe it, pilot with people checking every result, decide in writing.',
      },
      {
        title: 'Governance',
        text: 'Say what is allowed, who approves, who signs off and what is recorded. Train for it.',
      },
      {
        title: 'Monitoring',
        text: 'Measure on your own cases, notice drift, stop or adjust, and feed what you learn into the next pilot.',
      },
    ],
    action: {
      kind: 'link',
      label: 'Read the Framework Guide',
      href: '/resources/igm-framework-guide',
    },
  },

  credentials: {
    id: 'credentials',
    eyebrow: 'Credentials',
    title: 'Accreditation and certification',
  },

  closing: {
    title: 'Ask us something hard',
    text: 'Book a call, or read how we work with organizations, professionals and educators.',
    actions: [
      { kind: 'call', label: 'Book Consultation' },
      { kind: 'link', label: 'For Organizations', href: '/organizations' },
      { kind: 'link', label: 'For Professionals', href: '/professionals' },
      { kind: 'link', label: 'For Educators', href: '/educators' },
    ],
  },
} as const satisfies Page;
