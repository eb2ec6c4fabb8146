import { type Page, titled } from './page-parts.ts';
import { statistics } from './statistics.ts';

/** The cards themselves are in certifications.ts and micro-certifications.ts, the chart in salaries.ts. */
export const professionals = {
  meta: {
    title: titled('For professionals: AI certifications'),
    description:
      'Five certification tiers and three micro-certification tracks in healthcare AI for coders, CDI, HIM, revenue cycle staff, clinicians and leaders.',
  },

  hero: {
    eyebrow: 'For professionals',
    title: 'Show that you can work with AI, and check it',
    lede: 'Employers ask for AI skills and rarely say which. A CIHIS credential names them: the tasks you can do, the checks you make, the records you keep.',
    actions: [
      { kind: 'link', label: 'Find Your Pathway', href: '/certification-quiz' },
      { kind: 'link', label: 'See the Certifications', href: '#certifications' },
    ],
  },

  careerValue: {
    eyebrow: 'Career value',
    title: 'What a credential can change',
    cards: [
      {
        get statistic() {
          return statistics().salaryIncrease;
        },
        title: 'Pay',
        get text() {
          return `An average salary increase of ${statistics().salaryIncrease.value}. The chart below shows the stated ranges.`;
        },
      },
      {
        get statistic() {
          return statistics().promotion;
        },
        title: 'Position',
        get text() {
          return `Holders are ${statistics().promotion.value} more likely to be promoted, by our own figure.`;
        },
      },
      {
        get statistic() {
          return statistics().pathways;
        },
        title: 'Direction',
        text: 'Five pathways, so that you study for the work you do or the work you want next.',
      },
    ],
    get note() {
      return statistics().note;
    },
  },

  certifications: {
    id: 'certifications',
    eyebrow: 'Certifications',
    title: 'Five tiers, one for each kind of work',
    lede: 'Every tier can be taken self-paced or with a live cohort. Hours are total study time; weeks assume steady study alongside a job.',
    pathwayCaption:
      'The five tiers with their hours and weeks. You may enter at the tier that fits your work.',
    learnMore: 'Learn More',
  },

  salary: {
    eyebrow: 'Salary comparison',
    title: 'What the stated ranges look like side by side',
    lede: 'Pay with and without an AI credential, compared by our own figures.',
  },

  jobs: {
    eyebrow: 'After the credential',
    title: 'Let employers find you',
    text: 'Keep a profile and decide whether it is public. Employers with a membership can search public profiles and write to you. You can browse and apply for jobs without an account.',
    actions: [
      { kind: 'link', label: 'Browse Jobs', href: '/jobs' },
      { kind: 'link', label: 'Create a Profile', href: '/candidate-profile' },
    ],
  },

  quiz: {
    title: 'Not sure which one?',
    text: 'Five questions about your experience, role, goal, time and interest. The result names a certification or a micro-certification, and says why.',
    action: { kind: 'link', label: 'Take the Pathway Quiz', href: '/certification-quiz' },
  },
} as const satisfies Page;
