export type MicroTrack = 'micro-prompt' | 'micro-governance' | 'micro-algorithms';

export type MicroCertification = {
  /** The quiz's name for this track. */
  type: MicroTrack;
  slug: string;
  name: string;
  subtitle: string;
  summary: string;
  courses: readonly { title: string; text: string }[];
  audience: string;
};

/** Three tracks. The course titles are those that the quiz recommends (its tests compare them). */
export const microCertifications: readonly MicroCertification[] = [
  {
    type: 'micro-prompt',
    slug: 'prompt-engineering',
    name: 'Prompt Engineering',
    subtitle: 'Ask for work that can be checked',
    summary:
      'How to give a model the task, the source and the limits, so that its answer can be compared with the record.',
    courses: [
      {
        title: 'Prompts that cite the record',
        text: 'Ask for the line of the note behind every statement, and refuse an answer without one.',
      },
      {
        title: 'Appeal letters and denial summaries',
        text: 'From remittance codes and contract terms to a draft that a specialist can finish.',
      },
      {
        title: 'Compliant query drafts for CDI',
        text: 'Drafts that present indicators and choices without leading the provider.',
      },
      {
        title: 'Checking output before it leaves your desk',
        text: 'A short routine for invented facts, missing facts and wrong dates.',
      },
    ],
    audience:
      'Coders, CDI specialists, denials staff and anyone who writes to payers or providers.',
  },
  {
    type: 'micro-governance',
    slug: 'governance-and-rules',
    name: 'Governance and Rules',
    subtitle: 'Rules that hold up in an audit',
    summary:
      'What may be used, for which task, by whom, with whose signature, and what is kept to prove it.',
    courses: [
      {
        title: 'Writing an AI use policy people can follow',
        text: 'One page of permitted, restricted and forbidden uses, with an owner for each.',
      },
      {
        title: 'Protected health information and AI tools',
        text: 'Agreements, minimum necessary data, and what never to paste.',
      },
      {
        title: 'Who signs off, and how it is recorded',
        text: 'Review levels by risk, and a log that an auditor can read.',
      },
      {
        title: 'Preparing AI-assisted work for audit',
        text: 'Samples, evidence and answers to the questions that auditors ask.',
      },
    ],
    audience: 'Compliance, privacy, audit and HIM staff, and leads who approve the use of tools.',
  },
  {
    type: 'micro-algorithms',
    slug: 'rules-and-algorithms',
    name: 'Rules and Algorithms',
    subtitle: 'Know what happens inside the tool',
    summary:
      'The edits, rules and models behind code suggestions, charge capture and denial prediction, and how to test them.',
    courses: [
      {
        title: 'From claim edits to machine learning',
        text: 'What a fixed rule does, what a model does, and where each one fails.',
      },
      {
        title: 'Reading a model’s accuracy figures',
        text: 'Precision, recall and the case mix behind a vendor’s percentage.',
      },
      {
        title: 'Testing charge capture and coding rules',
        text: 'Build a small test set from your own work, and run it before every update.',
      },
      {
        title: 'Noticing drift after go-live',
        text: 'What to sample, how often, and when to switch a tool off.',
      },
    ],
    audience:
      'Analysts, informatics staff, auditors and advanced coders who configure or test tools.',
  },
];

/** Texts of the section at /professionals#micro-certs. */
export const microCertsSection = {
  eyebrow: 'Micro-certifications',
  title: 'One skill at a time, in three tracks',
  lede: 'For people who already work with AI and have little time. Each course takes 1-3 hours, and credits count toward the full program.',
  courseLength: '1-3 hours each',
  credits: 'Micro-certification credits count toward the full program.',
} as const;
