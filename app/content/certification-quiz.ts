import { type Page, titled } from './page-parts.ts';

/** The texts around the quiz. Questions, rule and recommendations are in app/features/quiz. */
export const certificationQuiz = {
  meta: {
    title: titled('Certification pathway quiz'),
    description:
      'Five questions about your experience, role, goal, time and focus suggest a healthcare AI certification or micro-certification for you.',
  },
  hero: {
    eyebrow: 'Certification pathway quiz',
    title: 'Find your pathway',
    lede: 'Five questions, one at a time. Your answers are kept only in the address of this page, so you can share or bookmark the result.',
    actions: [],
  },
  question: {
    next: 'Next',
    last: 'See Results',
    back: 'Back',
    missed: 'Choose an answer to go on.',
  },
  result: {
    title: 'Your Recommended Pathway',
    courses: 'Courses',
    benefits: 'What you gain',
    nextSteps: 'Next steps',
    answers: 'Your answers',
    change: 'Change',
    retake: 'Retake Quiz',
    schedule: 'Schedule a Free Consultation',
  },
} as const satisfies Page;
