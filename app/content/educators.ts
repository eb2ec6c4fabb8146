import { type Page, titled } from './page-parts.ts';

export const educators = {
  meta: {
    title: titled('For educators'),
    description:
      'License curriculum, prepare faculty or build a full partnership to teach healthcare AI in health information, coding and CDI programs.',
  },

  hero: {
    eyebrow: 'For educators',
    title: 'Teach the work your graduates will be hired to do',
    lede: 'Coding, CDI and revenue cycle work now includes AI. Your program can teach it without rebuilding every course: license what you need, prepare the faculty you have, or plan the program with us.',
    actions: [
      { kind: 'call', label: 'Book a Partnership Call' },
      {
        kind: 'link',
        label: 'See the Educator Tier',
        href: '/certifications/education-and-delivery',
      },
    ],
  },

  partnerships: {
    id: 'partnerships',
    eyebrow: 'Partnerships',
    title: 'Three ways to work together',
    types: [
      {
        slug: 'curriculum-licensing',
        name: 'Curriculum licensing',
        summary: 'Units that fit into the courses you already run.',
        includes: [
          'Lesson plans, readings and exercises for coding, CDI, HIM and revenue cycle courses',
          'Practice records made for teaching, with no patient data',
          'Rubrics that grade the student’s judgment, not the tool’s output',
          'Revisions when code sets, payer rules or tools change',
        ],
        suits: 'For programs with faculty in place and a gap in the syllabus.',
      },
      {
        slug: 'faculty-development',
        name: 'Faculty development',
        summary: 'Instructors who can teach AI and answer the hard questions about it.',
        includes: [
          'The CIHIS-ED certification: 140 hours over 10-12 weeks',
          'Workshops of 1-3 days for a whole department',
          'Sandbox sessions to rehearse a class before students see it',
          'Help with assessment and academic honesty when students use AI',
        ],
        suits: 'For departments that want to write their own material.',
      },
      {
        slug: 'full-partnership',
        name: 'Full partnership',
        summary: 'Curriculum, faculty, credentials and the way to a job, planned as one.',
        includes: [
          'Licensed curriculum and faculty development together',
          'The Student certification, CIHIS-S, for your learners: 120 hours over 8-12 weeks',
          'The Accelerator as a practice environment for your courses',
          'For graduates, a link to the job board and to employers who search candidate profiles',
        ],
        suits: 'For schools that are starting or renewing a program.',
      },
    ],
  },

  planning: {
    eyebrow: 'Planning',
    title: 'What we will ask on the call',
    questions: [
      'Which courses and credits are fixed, and which can move?',
      'Who teaches them, and what have they tried so far?',
      'Which employers hire your graduates, and what do they ask for?',
      'Which term should the first unit run in?',
    ],
  },

  closing: {
    title: 'Bring one syllabus',
    text: 'We will mark where AI belongs, where it does not, and which of the three partnerships would be enough.',
    action: { kind: 'call', label: 'Book a Partnership Call' },
  },
} as const satisfies Page;
