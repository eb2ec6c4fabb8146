import * as z from 'zod/mini';
import { tidy } from './plain-text.ts';

/** What a posting asks of everybody who applies on this site. */
export type JobQuestion = {
  kind: QuestionKind;
  question: string;
  options: string[];
  needed: boolean;
  /** The answers with which it goes on; none: any. It is said to whoever applies, and declines nobody. */
  wanted: string[];
};

const questionKinds = ['yes-no', 'choice', 'text'] as const;
export type QuestionKind = (typeof questionKinds)[number];

export const mostQuestions = 5;
const mostChoices = 8;
export const longestQuestion = 200;
const longestChoice = 100;
export const longestAnswer = 1_000;

const sentences = {
  tooMany: `You can ask up to ${mostQuestions} questions`,
  question: `Write each question in 3 to ${longestQuestion} characters`,
  twice: 'Two of the questions are the same',
  choices: `Give each choice question 2 to ${mostChoices} different choices of up to ${longestChoice} characters`,
} as const;

const line = z.string().check(z.overwrite((value) => tidy(value).trim()));

const question = z
  .object({
    kind: z.enum(questionKinds),
    question: line.check(
      z.minLength(3, sentences.question),
      z.maxLength(longestQuestion, sentences.question),
    ),
    options: z.array(line),
    needed: z.boolean(),
    wanted: z.array(line),
  })
  .check(z.refine(hasGoodChoices, sentences.choices));

function hasGoodChoices({ kind, options }: JobQuestion): boolean {
  if (kind !== 'choice') return true;
  const isFit = (option: string) => option.length > 0 && option.length <= longestChoice;
  return (
    options.length >= 2 &&
    options.length <= mostChoices &&
    options.every(isFit) &&
    new Set(options).size === options.length
  );
}

/** From a field of a form, which holds them as text, or as they lie in the database. */
export const jobQuestions = z.pipe(
  z.pipe(z.optional(z.union([z.string(), z.array(z.unknown())])), z.transform(readList)),
  z.pipe(
    z.array(question).check(
      z.maxLength(mostQuestions, sentences.tooMany),
      z.refine(
        (list) => new Set(list.map((each) => each.question)).size === list.length,
        sentences.twice,
      ),
    ),
    z.transform((list) => list.map(settle)),
  ),
);

function readList(given: string | unknown[] | undefined): unknown {
  if (typeof given !== 'string') return given ?? [];
  try {
    return JSON.parse(given || '[]');
  } catch {
    return [];
  }
}

/** Without what belongs to another kind; what decides must be answered. */
function settle({ kind, question, options, needed, wanted }: JobQuestion): JobQuestion {
  const choices = answersOf({ kind, options });
  const kept = wanted.filter((answer) => choices.includes(answer));
  return {
    kind,
    question,
    options: kind === 'choice' ? options : [],
    needed: needed || kept.length > 0,
    wanted: kept,
  };
}

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
