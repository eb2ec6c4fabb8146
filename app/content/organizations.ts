import { call } from './call.ts';
import { type Page, titled } from './page-parts.ts';

export const organizations = {
  meta: {
    title: titled('For organizations'),
    description:
      'Assess, govern and monitor AI in your revenue cycle, coding, CDI and HIM teams. A readiness assessment takes 2-4 weeks and ends in a written report.',
  },

  hero: {
    eyebrow: 'For organizations',
    title: 'Know what AI does in your revenue cycle, and who answers for it',
    lede: 'We help hospitals, health systems, practices and revenue cycle companies put AI to work on denials, charge capture, coding and CDI, with rules your compliance officer can read and evidence your auditor can follow.',
    actions: [
      { kind: 'call', label: 'Book a Discovery Call' },
      {
        kind: 'soon',
        label: 'Download IGM Services Overview (Coming Soon)',
        reason: 'The overview is being written and cannot be downloaded yet.',
      },
    ],
  },

  callNote: call.discovery.text,

  risks: {
    eyebrow: 'Three risks',
    title: 'What goes wrong when nobody is looking',
    points: [
      {
        title: 'Output that nobody checked',
        text: 'A suggested code, a drafted appeal or a query goes out because it reads well. The error appears months later, as a denial, a repayment or an audit finding.',
        question: 'Which of your AI-assisted steps has a named reviewer?',
      },
      {
        title: 'Tools that nobody approved',
        text: 'Staff under pressure use what they find. Patient information may reach a service that has no agreement with you, and no log shows that it happened.',
        question: 'Could you list the tools in use this week?',
      },
      {
        title: 'Drift that nobody noticed',
        text: 'A tool was accurate on the day it was bought. Payer rules, code sets and your case mix changed, and accuracy fell. The dashboard still shows the old figure.',
        question: 'When did you last test it on your own cases?',
      },
    ],
  },

  compliance: {
    eyebrow: 'Compliance and governance',
    title: 'Governance you can hand to an auditor',
    lede: 'Rules work when people know them, follow them and can show it. We write them with the people who will use them.',
    points: [
      {
        title: 'An inventory of use',
        text: 'Every tool, task, owner and data source, with the agreement that covers it.',
      },
      {
        title: 'A use policy',
        text: 'Permitted, restricted and forbidden uses, in language a coder can apply without asking.',
      },
      {
        title: 'Sign-off by risk',
        text: 'What one person may accept, what needs a second reader, what AI may not touch.',
      },
      {
        title: 'A record of decisions',
        text: 'What the tool suggested, what the person decided, and why, kept for as long as your policy requires.',
      },
      {
        title: 'A way to stop',
        text: 'Who may switch a tool off, on what evidence, and how the work goes on without it.',
      },
    ],
    note: 'We advise and train. We do not give legal opinions; your counsel and your compliance officer have the last word.',
  },

  approach: {
    id: 'approach',
    eyebrow: 'The approach',
    title: 'Implementation, Governance, Monitoring',
    lede: 'The three parts run as a loop. You can begin with any of them; most organizations begin with an assessment.',
    parts: [
      {
        title: 'Implementation',
        text: 'We choose one task with you, describe how it is done now, and run a pilot in 2-4 weeks. Full implementation takes 2-6 months, depending on the number of teams and systems.',
        deliverables: [
          'Task and risk description',
          'Pilot with a human check on every result',
          'Go or stop decision in writing',
        ],
      },
      {
        title: 'Governance',
        text: 'We set up approval, sign-off, escalation and record keeping, and train the people they apply to. Existing committees and policies are used where they fit.',
        deliverables: [
          'Tool inventory',
          'Use policy and sign-off levels',
          'Decision log and audit file',
        ],
      },
      {
        title: 'Monitoring',
        text: 'We check accuracy, overrides, denials, query rates and turnaround on your own cases, on a schedule, for as long as the tool is in use.',
        deliverables: [
          'Baseline and measures',
          'Ongoing validation reports',
          'Drift and incident reviews',
        ],
      },
    ],
  },

  assessment: {
    id: 'assessment',
    eyebrow: 'AI readiness assessment',
    title: 'A clear picture in 2-4 weeks',
    lede: 'Interviews, a review of tools and policies, and a sample of real work. You receive a written report and a session to go through it.',
    steps: [
      {
        title: 'Scope',
        text: 'Teams, systems and questions are agreed. You name one contact.',
      },
      {
        title: 'Interviews and inventory',
        text: 'We talk to the people who do the work, and list the tools and data in use.',
      },
      {
        title: 'Sample and risk review',
        text: 'We read a sample of work, policies and agreements, and rate the risks.',
      },
      {
        title: 'Report and plan',
        text: 'Findings in order of risk, first steps, owners and measures.',
      },
    ],
  },

  workforce: {
    id: 'workforce',
    eyebrow: 'Workforce',
    title: 'People first, then tools',
    lede: 'A tool changes a job before it changes a budget. We prepare the people who hold it.',
    points: [
      {
        title: 'Team training',
        text: 'Workshops of 1-3 days or self-paced courses for coding, CDI, HIM and revenue cycle teams, on the tasks they do.',
      },
      {
        title: 'Certification for roles that need it',
        text: 'Five tiers, so that an analyst, an educator and a director each study what they will use.',
      },
      {
        title: 'Role and staffing plans',
        text: 'Which tasks move, who reviews, what a reviewer must know, and how to tell the team.',
      },
      {
        title: 'Hiring',
        text: 'Post openings without charge, or search candidates who hold CIHIS credentials.',
      },
    ],
    action: { kind: 'link', label: 'Hire Talent', href: '/hire-talent' },
  },

  closing: {
    title: 'Tell us what is in use, and what worries you',
    text: `Book a ${call.discovery.name}. Bring one task and one question; you leave with a suggestion for both.`,
    response: call.responseTime,
    lengthNote: call.lengthNote,
    action: { kind: 'call', label: 'Book a Discovery Call' },
  },
} as const satisfies Page;
