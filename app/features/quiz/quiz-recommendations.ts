import type { MicroTrack } from '#app/content/micro-certifications.ts';
import type { Href } from '#app/pages.ts';
import * as links from '#domain/site/links.ts';
import type { QuizAnswers } from './quiz.ts';

export type Recommendation = {
  type: MicroTrack | 'full-cert';
  title: string;
  subtitle: string;
  description: string;
  courses?: readonly string[];
  benefits: readonly string[];
  nextSteps: string;
  ctaText: string;
  ctaLink: Href;
};

const micro = {
  ctaText: 'See the Micro-certifications',
  ctaLink: `${links.professionals}#micro-certs`,
} as const;

const full = {
  type: 'full-cert',
  ctaText: 'See the Certifications',
  ctaLink: `${links.professionals}#certifications`,
} as const;

const countsTowardFull = 'Your credits count toward the full certification program';
const shortCourses = 'Courses of 1-3 hours each, taken one at a time';
const formats = 'Self-paced or with a live cohort';

export const microRecommendations = {
  'micro-prompt': {
    ...micro,
    type: 'micro-prompt',
    title: 'Prompt Engineering',
    subtitle: 'Micro-certification track',
    description:
      'You already work with AI, and your time is short or you want a skill soon. This track teaches you to ask for coding, CDI and denials work in a way that can be checked, and to check it.',
    courses: [
      'Prompts that cite the record',
      'Appeal letters and denial summaries',
      'Compliant query drafts for CDI',
      'Checking output before it leaves your desk',
    ],
    benefits: [
      shortCourses,
      'Practice on records made for training, never on patient data',
      countsTowardFull,
    ],
    nextSteps:
      'Read what the track covers, then book a free consultation if you want help choosing the first course.',
  },
  'micro-governance': {
    ...micro,
    type: 'micro-governance',
    title: 'Governance and Rules',
    subtitle: 'Micro-certification track',
    description:
      'You already work with AI and need rules for it that hold up in an audit. This track covers approved use, human sign-off, privacy and the records that prove both.',
    courses: [
      'Writing an AI use policy people can follow',
      'Protected health information and AI tools',
      'Who signs off, and how it is recorded',
      'Preparing AI-assisted work for audit',
    ],
    benefits: [
      shortCourses,
      'Policy and log templates to adapt for your organization',
      countsTowardFull,
    ],
    nextSteps:
      'Read what the track covers and compare it with the rules you have. A free consultation can help you decide where to begin.',
  },
  'micro-algorithms': {
    ...micro,
    type: 'micro-algorithms',
    title: 'Rules and Algorithms',
    subtitle: 'Micro-certification track',
    description:
      'You already work with AI and want to know what happens inside it. This track covers the rules, edits and models behind code suggestions, charge capture and denial prediction.',
    courses: [
      'From claim edits to machine learning',
      'Reading a model’s accuracy figures',
      'Testing charge capture and coding rules',
      'Noticing drift after go-live',
    ],
    benefits: [
      shortCourses,
      'Test cases and worksheets for validating a tool on your own work',
      countsTowardFull,
    ],
    nextSteps:
      'Read what the track covers. If you validate tools at work, bring one to a free consultation and we will suggest an order.',
  },
} as const satisfies Record<MicroTrack, Recommendation>;

/** One per role; “coder” also stands for every role that the question does not name. */
export const fullRecommendations = {
  student: {
    ...full,
    title: 'CIHIS-S: Student',
    subtitle: 'Full certification · 120 hours · 8-12 weeks',
    description:
      'You are starting out. This tier gives you the vocabulary, the supervised practice and the credential to begin in coding, HIM or the revenue cycle with AI already part of the work.',
    benefits: [
      'Foundations before tools: the record, the claim, the rules',
      'Supervised practice on records made for training',
      formats,
    ],
    nextSteps:
      'Read the Student tier, then book a free consultation to ask when the next cohort opens.',
  },
  coder: {
    ...full,
    title: 'CIHIS-AI: Applied Practice',
    subtitle: 'Full certification · 150 hours · 10-14 weeks',
    description:
      'You do the work already. This tier, the most popular, takes the tasks you know (coding, queries, denials, charge capture, audit) and teaches you to do them with AI and answer for the result.',
    benefits: [
      'Practice on the tasks you do now, from query drafts to appeals',
      'A portfolio of checked work to show an employer',
      formats,
    ],
    nextSteps:
      'Read the Applied Practice tier, then book a free consultation to fit the hours around your job.',
  },
  educator: {
    ...full,
    title: 'CIHIS-ED: Education and Delivery',
    subtitle: 'Full certification · 140 hours · 10-12 weeks',
    description:
      'You teach others. This tier prepares you to teach AI in health information, coding and CDI programs, and to assess it fairly.',
    benefits: [
      'Lesson plans, rubrics and practice records to adapt',
      'Assessment that shows what the student did and what the tool did',
      formats,
    ],
    nextSteps:
      'Read the Education and Delivery tier. If your program may want licensed curriculum as well, say so in a free consultation.',
  },
  leadership: {
    ...full,
    title: 'CIHIS-L: Leadership and Strategy',
    subtitle: 'Full certification · 180 hours · 12-16 weeks',
    description:
      'You decide what is used and answer for it. This tier covers selection, governance, workforce planning and the measures that tell you whether AI is helping.',
    benefits: [
      'A governance plan for your own department, reviewed as you write it',
      'Measures for denials, query rates, turnaround and audit results',
      formats,
    ],
    nextSteps:
      'Read the Leadership and Strategy tier, then book a free consultation about your department.',
  },
  clinical: {
    ...full,
    title: 'CIHIS-HC: Healthcare Professionals',
    subtitle: 'Full certification · 130 hours · 10-12 weeks',
    description:
      'You care for patients or work beside those who do. This tier covers AI in documentation and what your notes become once they are coded and billed.',
    benefits: [
      'AI-assisted notes you can sign with confidence',
      'What CDI, coding and billing need from the record',
      formats,
    ],
    nextSteps:
      'Read the Healthcare Professionals tier, then book a free consultation to plan it around your schedule.',
  },
} as const satisfies Record<QuizAnswers['role'], Recommendation>;
