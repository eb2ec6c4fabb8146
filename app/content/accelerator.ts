import type { Action } from './page-parts.ts';

/** The learning hub, described at /resources#accelerator. */
export const accelerator = {
  id: 'accelerator',
  eyebrow: 'The Accelerator',
  title: 'A learning hub where mistakes are safe',
  lede: 'The Accelerator is a sandbox for healthcare AI: you try the tools on records made for training, see what they get wrong, and learn to correct it. No patient’s information is involved.',
  contents: [
    {
      title: 'Safe GPT sandboxes',
      text: 'Assistants set up for coding, CDI, denials and audit exercises, kept apart from live systems.',
    },
    {
      title: 'Prompt libraries',
      text: 'Tested prompts by task, with the check that belongs to each.',
    },
    {
      title: 'Mini-courses',
      text: 'Micro-courses of 1-3 hours, each on one skill.',
    },
    {
      title: 'Workflows',
      text: 'Step-by-step routines that show where AI helps and where a person signs.',
    },
  ],
  audience: {
    title: 'Who it is for',
    items: [
      'Coders, CDI specialists, HIM and revenue cycle staff who want to practice between courses',
      'Teams in training who need one shared, safe place to try a tool',
      'Students and faculty in partner programs',
      'Leads who want to see a tool’s errors before their department does',
    ],
  },
  addOns: {
    title: 'Add-ons',
    items: [
      {
        title: 'AI Confidence Tracker',
        text: 'Optional. A short self-rating before and after each exercise, so that you and your lead can see confidence and accuracy grow together, or apart.',
      },
      {
        title: 'Team workshops',
        text: 'Optional. Workshops of 1-3 days in the sandbox, on your own policies.',
      },
      {
        title: 'Micro-certifications',
        text: 'Optional. Turn finished courses into credits that count toward a full program.',
      },
    ],
  },
  action: {
    kind: 'soon',
    label: 'Explore the Accelerator Hub (Coming Soon)',
    reason: 'The hub is not open to visitors yet.',
  },
} as const satisfies { action: Action; [key: string]: unknown };
