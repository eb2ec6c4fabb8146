import { z } from 'zod';

/** The certification pathway quiz: five questions, and the addresses that store the answers. */
export const quizQuestions = [
  {
    id: 'experience',
    text: 'How much have you worked with AI so far?',
    options: [
      { value: 'new', label: 'I am new to it' },
      { value: 'some', label: 'I have tried it a few times' },
      { value: 'experienced', label: 'I use it at work most weeks' },
      { value: 'advanced', label: 'I set it up, test it or advise others on it' },
    ],
  },
  {
    id: 'role',
    text: 'Which role is closest to yours?',
    options: [
      { value: 'student', label: 'Student, or changing careers' },
      { value: 'coder', label: 'Coding, CDI, HIM, revenue cycle or another role' },
      { value: 'educator', label: 'Educator, faculty member or trainer' },
      { value: 'leadership', label: 'Manager, director or executive' },
      { value: 'clinical', label: 'Clinician or other healthcare professional' },
    ],
  },
  {
    id: 'goal',
    text: 'What do you want from a credential?',
    options: [
      { value: 'career', label: 'A full credential for my next role' },
      { value: 'quick', label: 'A skill I can use soon' },
      { value: 'prompting', label: 'Better prompts for the work I already do' },
      { value: 'governance', label: 'To set or follow rules for AI where I work' },
    ],
  },
  {
    id: 'commitment',
    text: 'How much time can you give it?',
    options: [
      { value: 'limited', label: 'Limited: 20-40 hours' },
      { value: 'moderate', label: 'Moderate: 60-100 hours' },
      { value: 'full', label: 'Full: 120-180 hours (8-16 weeks)' },
    ],
  },
  {
    id: 'focus',
    text: 'What would you rather study first?',
    options: [
      { value: 'prompting', label: 'Prompting: asking for work and checking it' },
      { value: 'compliance', label: 'Compliance: policy, privacy and audit' },
      { value: 'technical', label: 'Technical: rules, edits and algorithms' },
      { value: 'broad', label: 'All of it, in order' },
    ],
  },
] as const satisfies readonly QuizQuestion[];

export type QuizQuestion = {
  id: string;
  text: string;
  options: readonly { value: string; label: string }[];
};

export const quizAnswersSchema = z.object({
  experience: z.enum(['new', 'some', 'experienced', 'advanced']),
  role: z.enum(['student', 'coder', 'educator', 'leadership', 'clinical']),
  goal: z.enum(['career', 'quick', 'prompting', 'governance']),
  commitment: z.enum(['limited', 'moderate', 'full']),
  focus: z.enum(['prompting', 'compliance', 'technical', 'broad']),
});
export type QuizAnswers = z.infer<typeof quizAnswersSchema>;

/** Always in the order of the questions, so that the same answers give the same address. */
export function quizSearchParams(answers: Partial<QuizAnswers>): URLSearchParams {
  const params = new URLSearchParams();
  for (const { id } of quizQuestions) {
    const answer = answers[id];
    if (answer) params.set(id, answer);
  }
  return params;
}

/** The valid answers in an address; anything else is ignored. */
export function readQuizAnswers(params: URLSearchParams): Partial<QuizAnswers> {
  const answers = quizQuestions.flatMap(({ id }) => {
    const answer = quizAnswersSchema.shape[id].safeParse(params.get(id));
    return answer.success ? [[id, answer.data] as const] : [];
  });
  return Object.fromEntries(answers);
}

/** The address of a finished quiz, or undefined while a question is unanswered. */
export function completeQuizAnswers(params: URLSearchParams): QuizAnswers | undefined {
  return quizAnswersSchema.safeParse(readQuizAnswers(params)).data;
}
