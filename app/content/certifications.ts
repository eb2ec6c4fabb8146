import type { Tier } from '#domain/credentials/tiers.ts';

export type Credential = 'CIHIS-S' | 'CIHIS-AI' | 'CIHIS-ED' | 'CIHIS-HC' | 'CIHIS-L';

export type Certification = {
  /** As in the address: /certifications/{slug}. */
  slug: Tier;
  name: string;
  credential: Credential;
  subtitle: string;
  hours: number;
  weeks: { min: number; max: number };
  /** Hours and weeks in words, for cards. */
  duration: string;
  formats: readonly string[];
  popular: boolean;
  summary: string;
  learn: readonly string[];
  audience: readonly string[];
  prerequisites: readonly string[];
  meta: { title: string; description: string };
};

const formats = ['Self-paced', 'Live cohort'] as const;

/** The five tiers, in the order of the pathway. Hours, weeks and formats come from the company. */
export const certifications: readonly Certification[] = [
  {
    slug: 'student',
    name: 'Student',
    credential: 'CIHIS-S',
    subtitle: 'Begin in health information with AI already part of the work',
    hours: 120,
    weeks: { min: 8, max: 12 },
    duration: '120 hours · 8-12 weeks',
    formats,
    popular: false,
    summary:
      'For people on the way into coding, HIM or the revenue cycle. You learn the record, the claim and the rules first, and then the tools that read them.',
    learn: [
      'Follow a claim from registration to payment, and name where AI is used along the way',
      'Read a health record well enough to judge whether a suggested code is supported',
      'Write a clear prompt, and check the answer against its source',
      'Keep protected health information out of tools that are not approved for it',
      'Explain in plain words what a model can and cannot know',
    ],
    audience: [
      'Students in health information, coding or healthcare administration programs',
      'People changing careers into the revenue cycle',
      'New hires in their first year of coding or billing',
    ],
    prerequisites: ['None. Basic medical terminology helps; the first unit reviews it.'],
    meta: {
      title: 'CIHIS-S Student certification',
      description:
        'The Student tier: 120 hours over 8-12 weeks, self-paced or live cohort, for people entering coding, HIM and the revenue cycle.',
    },
  },
  {
    slug: 'applied-practice',
    name: 'Applied Practice',
    credential: 'CIHIS-AI',
    subtitle: 'Do the work you know with AI, and answer for the result',
    hours: 150,
    weeks: { min: 10, max: 14 },
    duration: '150 hours · 10-14 weeks',
    formats,
    popular: true,
    summary:
      'For working coders, CDI specialists, HIM staff and revenue cycle analysts. You take the tasks you already do and learn to do them with AI, check them and document the check.',
    learn: [
      'Review suggested codes against the record, and record why you accepted or changed them',
      'Draft compliant CDI queries with AI without leading the provider',
      'Sort denials by cause, and draft appeals that cite the record and the contract',
      'Look for missed charges with rules and models, and tell a finding from noise',
      'Prepare AI-assisted work for internal and external audit',
    ],
    audience: [
      'Inpatient, outpatient and professional-fee coders',
      'CDI specialists and second-level reviewers',
      'HIM, billing, denials and charge capture staff',
    ],
    prerequisites: [
      'Working experience in coding, CDI, HIM or the revenue cycle, or the Student tier.',
    ],
    meta: {
      title: 'CIHIS-AI Applied Practice certification',
      description:
        'The most popular tier: 150 hours over 10-14 weeks for coders, CDI specialists, HIM and revenue cycle staff who work with AI.',
    },
  },
  {
    slug: 'education-and-delivery',
    name: 'Education and Delivery',
    credential: 'CIHIS-ED',
    subtitle: 'Teach AI in health information, and assess it fairly',
    hours: 140,
    weeks: { min: 10, max: 12 },
    duration: '140 hours · 10-12 weeks',
    formats,
    popular: false,
    summary:
      'For faculty, program directors and workplace trainers. You learn to place AI in a curriculum, run practice that is safe, and grade work that a tool helped to make.',
    learn: [
      'Map AI competencies to the courses you already teach',
      'Design exercises on practice records that hold no patient data',
      'Write rubrics that separate the student’s judgment from the tool’s output',
      'Run a sandbox session, and recover when a tool answers badly in front of a class',
      'Keep a course current as tools, payer rules and code sets change',
    ],
    audience: [
      'Faculty in health information, coding and CDI programs',
      'Program directors and curriculum leads',
      'Trainers who onboard coding, CDI and billing teams',
    ],
    prerequisites: ['Teaching or training duties, now or planned, in a healthcare subject.'],
    meta: {
      title: 'CIHIS-ED Education and Delivery',
      description:
        'The Education and Delivery tier: 140 hours over 10-12 weeks for faculty, program directors and trainers who teach AI in health information.',
    },
  },
  {
    slug: 'healthcare-professionals',
    name: 'Healthcare Professionals',
    credential: 'CIHIS-HC',
    subtitle: 'Use AI in documentation, and know what your notes become',
    hours: 130,
    weeks: { min: 10, max: 12 },
    duration: '130 hours · 10-12 weeks',
    formats,
    popular: false,
    summary:
      'For clinicians and those who work beside them. You learn to review AI-assisted notes before you sign them, and how CDI, coding, billing and audit read them.',
    learn: [
      'Review an AI-drafted note for omissions, additions and copied text',
      'Document so that severity and medical necessity can be coded from the record',
      'Answer CDI queries quickly, and see what causes them',
      'Tell patients, where your organization asks you to, how AI was used',
      'Report an unsafe or wrong output so that someone acts on it',
    ],
    audience: [
      'Physicians, nurses, advanced practice and allied health professionals',
      'Physician advisors and clinical informatics staff',
      'Scribes and others who prepare documentation',
    ],
    prerequisites: ['A clinical role, or regular work with clinical documentation.'],
    meta: {
      title: 'CIHIS-HC Healthcare Professionals',
      description:
        'The Healthcare Professionals tier: 130 hours over 10-12 weeks for clinicians who review, sign and answer for AI-assisted notes.',
    },
  },
  {
    slug: 'leadership-and-strategy',
    name: 'Leadership and Strategy',
    credential: 'CIHIS-L',
    subtitle: 'Choose what is used, set the rules and read the measures',
    hours: 180,
    weeks: { min: 12, max: 16 },
    duration: '180 hours · 12-16 weeks',
    formats,
    popular: false,
    summary:
      'For managers, directors and executives. You leave with a governance plan for your own department and the measures that tell you whether AI helps.',
    learn: [
      'Decide which tasks are ready for AI, and which are not',
      'Question a vendor about data, accuracy, updates and audit support',
      'Set approval, sign-off and escalation rules that people can follow',
      'Plan roles, training and staffing as the work changes',
      'Report on denials, query rates, turnaround, accuracy and audit findings',
    ],
    audience: [
      'Revenue cycle, HIM, coding and CDI managers and directors',
      'Compliance, privacy and internal audit leaders',
      'Executives who sponsor AI programs',
    ],
    prerequisites: [
      'Responsibility for people, budget or policy in a healthcare organization, now or planned.',
    ],
    meta: {
      title: 'CIHIS-L Leadership and Strategy',
      description:
        'The Leadership and Strategy tier: 180 hours over 12-16 weeks for managers, directors and executives who govern AI in healthcare work.',
    },
  },
];

/** Texts shared by every certification page. */
export const certificationPage = {
  headings: {
    learn: 'What you learn',
    audience: 'Who it is for',
    prerequisites: 'Before you start',
    facts: 'At a glance',
    credits: 'How micro-certifications count',
    cohort: 'Next cohort',
    purpose: 'What it is for',
    others: 'Next to the other tiers',
    call: 'Talk it over first',
  },
  factLabels: {
    tier: 'Tier',
    hours: 'Study time',
    weeks: 'Length',
    formats: 'Formats',
    credential: 'Credential earned',
    more: 'Details',
  },
  formats: [
    {
      name: 'Self-paced',
      text: 'You study when you can. Access is delivered instantly or within 24 hours.',
    },
    {
      name: 'Live cohort',
      text: 'You study with a group and an instructor, on dates set before you enroll.',
    },
  ],
  popularLabel: 'Most popular',
  credits:
    'Credits from a micro-certification count toward the full program. If you have finished courses in a track, tell us when you enroll, and those units are marked as complete.',
  cohort:
    'Dates are announced when enrollment opens. Ask on a call, and we will tell you which cohort you could join.',
  call: 'Not sure this is your tier? Five questions will suggest one, and a call will settle it.',
} as const;
