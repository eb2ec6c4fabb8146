import { site } from '#domain/site/brand.ts';
import { call } from './call.ts';
import type { Page } from './page-parts.ts';
import { homeStatistics, statistics } from './statistics.ts';
import { sampleNote, someSamplesNote, testimonials } from './testimonials.ts';

/** Home: eleven sections, in the order of the page. */
export const home = {
  meta: {
    get title() {
      return `${site.name}: healthcare AI training and advice`;
    },
    description:
      'AI training, readiness assessments, certification and hiring for revenue cycle, coding, CDI and HIM teams, and for the educators who train them.',
  },

  hero: {
    eyebrow: 'Healthcare AI education and advisory',
    title: 'AI in the revenue cycle, with a person who signs for it',
    lede: 'We teach revenue cycle, coding, CDI and HIM teams to use AI on real work: denials, charge capture, queries, audit. And we help their organizations decide what to allow, who reviews it and how to tell when it stops working.',
    actions: [
      { kind: 'call', label: 'Book a Readiness Assessment' },
      { kind: 'link', label: 'Explore Certifications', href: '/professionals#certifications' },
    ],
  },

  hardQuestions: {
    eyebrow: 'Hard questions',
    title: 'Could you answer these today?',
    lede: 'They come up in audits, in board meetings and on the coding floor. If one has no answer yet, that is where to start.',
    questions: [
      'Which AI tools did your teams use last week, and who approved them?',
      'When a suggested code is wrong, who catches it, and is the catch recorded?',
      'Can you show an auditor which queries and appeals were drafted with AI?',
      'Has patient information been pasted into a tool that has no agreement with you?',
      'What was the tool’s accuracy on your own cases, and when did you last measure it?',
      'Which roles will change, and have you told the people who hold them?',
    ],
    closing: 'An assessment takes 2-4 weeks and answers them in writing.',
  },

  difference: {
    eyebrow: 'How we are different',
    title: 'We come from the work, not from the tool',
    points: [
      {
        title: 'Healthcare comes first',
        text: 'Our examples are claims, records, queries and denials. You will not sit through a session about office memos.',
      },
      {
        title: 'We begin with the task',
        text: 'A denial, a query, a missed charge. The tool comes after the task is described and its risk is known. If a task is better left as it is, we say so.',
      },
      {
        title: 'A person stays accountable',
        text: 'Every use we recommend names who reviews it, who signs and what is kept as evidence.',
      },
      {
        title: 'We stay after go-live',
        text: 'Tools, payer rules and code sets change. Monitoring and validation go on for as long as the tool is in use.',
      },
    ],
  },

  audiences: {
    eyebrow: 'Who we serve',
    title: 'Start from where you are',
    cards: [
      {
        title: 'Organizations',
        text: 'Hospitals, health systems, practices and revenue cycle companies that use AI or are about to. Assess, train, govern and monitor it.',
        action: { kind: 'link', label: 'For Organizations', href: '/organizations' },
      },
      {
        title: 'Professionals',
        text: 'Coders, CDI specialists, HIM and revenue cycle staff, clinicians and leaders who want a credential for what they can do.',
        action: { kind: 'link', label: 'For Professionals', href: '/professionals' },
      },
      {
        title: 'Educators',
        text: 'Faculty and program directors who need AI in the curriculum next term, and instructors who are ready to teach it.',
        action: { kind: 'link', label: 'For Educators', href: '/educators' },
      },
    ],
  },

  services: {
    eyebrow: 'Services',
    title: 'Six ways to work with us',
    cards: [
      {
        title: 'Team training',
        text: 'Live or self-paced training for coding, CDI, HIM and revenue cycle teams, built around the tasks they do.',
        action: { kind: 'link', label: 'See Team Training', href: '/organizations#workforce' },
      },
      {
        title: 'AI readiness assessment',
        text: 'In 2-4 weeks: what is in use, where the risk lies, what to do first. You receive a written report.',
        action: { kind: 'call', label: 'Book an Assessment' },
      },
      {
        title: 'Monitoring and validation',
        text: 'Ongoing checks of accuracy, drift and compliance after a tool is in use, with results you can show.',
        action: { kind: 'link', label: 'See Monitoring', href: '/organizations#approach' },
      },
      {
        title: 'Professional certification',
        text: 'Five tiers: Student, Applied Practice, Education and Delivery, Healthcare Professionals, Leadership and Strategy.',
        action: {
          kind: 'link',
          label: 'Compare the Tiers',
          href: '/professionals#certifications',
        },
      },
      {
        title: 'Micro-certifications',
        text: 'Three tracks of short courses: prompt engineering, governance and rules, rules and algorithms.',
        action: { kind: 'link', label: 'See the Tracks', href: '/professionals#micro-certs' },
      },
      {
        title: 'Jobs and candidates',
        text: 'A public job board, free to post on, and a marketplace where employers meet candidates trained in AI.',
        action: { kind: 'link', label: 'Hire Talent', href: '/hire-talent' },
      },
    ],
  },

  proof: {
    eyebrow: 'In figures and in words',
    title: 'What we can say so far',
    get statistics() {
      return homeStatistics();
    },
    get statisticsNote() {
      return statistics().note;
    },
    get testimonials() {
      return testimonials();
    },
    testimonialsNote: sampleNote,
    someTestimonialsNote: someSamplesNote,
  },

  approach: {
    eyebrow: 'Our approach',
    title: 'Implementation, Governance, Monitoring',
    lede: 'Three parts, in a loop. What monitoring finds changes what is implemented next.',
    steps: [
      {
        title: 'Implementation',
        text: 'Choose one task. Describe how it is done now and what an error costs. Run a pilot in 2-4 weeks, with people checking every result.',
      },
      {
        title: 'Governance',
        text: 'Write down what is allowed, who approves, who signs off and what is recorded. Train the people the rules apply to.',
      },
      {
        title: 'Monitoring',
        text: 'Measure accuracy, overrides, denials and query rates against the time before. Stop, adjust or extend, and say why.',
      },
    ],
    action: {
      kind: 'link',
      label: 'Read the Framework Guide',
      href: '/resources/igm-framework-guide',
    },
  },

  revenueCycle: {
    eyebrow: 'Revenue cycle training',
    title: 'Training that names the work',
    lede: 'Each unit takes one task, shows it with and without AI, and ends with the check a reviewer would make.',
    points: [
      {
        title: 'Denials and appeals',
        text: 'Sort denials by cause, draft the appeal, cite the record, know when not to send.',
      },
      {
        title: 'Charge capture',
        text: 'Look for missed and duplicate charges, and tell a finding from noise.',
      },
      {
        title: 'Coding review',
        text: 'Accept, change or reject a suggested code, and leave a note that explains it.',
      },
      {
        title: 'CDI queries',
        text: 'Find the gap in the record and draft a query that does not lead the provider.',
      },
      {
        title: 'Audit preparation',
        text: 'Keep the log, the sample and the evidence that an auditor asks for.',
      },
    ],
    action: { kind: 'call', label: 'Plan Training for a Team' },
  },

  sandbox: {
    eyebrow: 'The sandbox academy',
    title: 'Practice where a mistake costs nothing',
    text: 'The Accelerator is our learning hub: safe GPT sandboxes, prompt libraries, mini-courses and workflows. You practice on records made for training, so no patient’s information is involved.',
    actions: [
      { kind: 'link', label: 'See the Accelerator', href: '/resources#accelerator' },
      { kind: 'link', label: 'Find Your Pathway', href: '/certification-quiz' },
    ],
  },

  quickAnswers: {
    eyebrow: 'Quick answers',
    title: 'Asked most often',
    /** Ids from faq.ts, which has the answers. */
    questionIds: ['how-do-i-start', 'which-certification', 'patient-data'],
    action: { kind: 'link', label: 'Read All Questions', href: '/faq' },
  },

  closing: {
    cards: [
      {
        title: 'For your organization',
        text: `${call.discovery.text} ${call.responseTime}`,
        action: { kind: 'call', label: 'Book a Discovery Call' },
      },
      {
        title: 'For yourself',
        text: 'Five questions about your experience, role and time. The result names a certification or a micro-certification.',
        action: { kind: 'link', label: 'Take the Pathway Quiz', href: '/certification-quiz' },
      },
    ],
  },
} as const satisfies Page;
