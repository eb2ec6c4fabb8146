import * as z from 'zod/mini';
import { tidy } from '../text/plain-text.ts';
import { lengthOf } from '../text/text-length.ts';
import {
  answersOf,
  type JobQuestion,
  longestChoice,
  longestQuestion,
  mostChoices,
  mostQuestions,
  questionKinds,
} from './job-questions.ts';

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
      z.refine(
        (value) => lengthOf(value) >= 3 && lengthOf(value) <= longestQuestion,
        sentences.question,
      ),
    ),
    options: z.array(line),
    needed: z.boolean(),
    wanted: z.array(line),
  })
  .check(z.refine(hasGoodChoices, sentences.choices));

function hasGoodChoices({ kind, options }: JobQuestion): boolean {
  if (kind !== 'choice') return true;
  const isFit = (option: string) => option !== '' && lengthOf(option) <= longestChoice;
  return (
    options.length >= 2 &&
    options.length <= mostChoices &&
    options.every(isFit) &&
    new Set(options).size === options.length
  );
}

/** From a form field, which holds them as text, or from the database, which holds a list. */
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

/** Drops what belongs to another kind; a question that decides must be answered. */
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
