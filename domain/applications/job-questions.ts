/** What a posting asks of everybody who applies on this site. */
export type JobQuestion = {
  kind: QuestionKind;
  question: string;
  options: string[];
  needed: boolean;
  /** The answers with which it goes on; none: any. It is said to whoever applies, and declines nobody. */
  wanted: string[];
};

export const questionKinds = ['yes-no', 'choice', 'text'] as const;
export type QuestionKind = (typeof questionKinds)[number];

export const mostQuestions = 5;
export const mostChoices = 8;
export const longestQuestion = 200;
export const longestChoice = 100;
export const longestAnswer = 1_000;

/** What one can choose from; nothing where one writes. */
export function answersOf({
  kind,
  options,
}: Pick<JobQuestion, 'kind' | 'options'>): readonly string[] {
  if (kind === 'yes-no') return ['Yes', 'No'];
  return kind === 'choice' ? options : [];
}

/** Questions as the database holds them. Its check has seen them. */
export function readQuestions(stored: unknown): JobQuestion[] {
  return Array.isArray(stored) ? stored.map((each) => inOrder(each as JobQuestion)) : [];
}

/** In one order, so that the same questions are the same text. */
export function writeQuestions(questions: readonly JobQuestion[]): string {
  return JSON.stringify(questions.map(inOrder));
}

function inOrder({ kind, question, options, needed, wanted }: JobQuestion): JobQuestion {
  return { kind, question, options, needed, wanted };
}
