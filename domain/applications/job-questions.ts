/** What a posting asks everybody who applies on this site. */
export type JobQuestion = {
  kind: QuestionKind;
  question: string;
  options: string[];
  needed: boolean;
  /** The answers that let an application go on; empty means any. Applicants are told, and nobody is declined. */
  wanted: string[];
};

export const questionKinds = ['yes-no', 'choice', 'text'] as const;
export type QuestionKind = (typeof questionKinds)[number];

export const mostQuestions = 5;
export const mostChoices = 8;
export const longestQuestion = 200;
export const longestChoice = 100;
export const longestAnswer = 1_000;

/** The possible answers; none for free text. */
export function answersOf({
  kind,
  options,
}: Pick<JobQuestion, 'kind' | 'options'>): readonly string[] {
  if (kind === 'yes-no') return ['Yes', 'No'];
  return kind === 'choice' ? options : [];
}

/** Questions as stored. The database has checked them. */
export function readQuestions(stored: unknown): JobQuestion[] {
  return Array.isArray(stored) ? stored.map((each) => inOrder(each as JobQuestion)) : [];
}

/** Keys in a fixed order, so that equal questions are equal texts. */
export function writeQuestions(questions: readonly JobQuestion[]): string {
  return JSON.stringify(questions.map(inOrder));
}

function inOrder({ kind, question, options, needed, wanted }: JobQuestion): JobQuestion {
  return { kind, question, options, needed, wanted };
}
