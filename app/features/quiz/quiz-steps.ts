import * as links from '#domain/site/links.ts';
import { withQuery } from '#domain/site/with-query.ts';
import {
  completeQuizAnswers,
  type QuizAnswers,
  quizQuestions,
  quizSearchParams,
  readQuizAnswers,
} from './quiz.ts';

/** What the quiz shows at an address. */
export type QuizView =
  | {
      kind: 'question';
      index: number;
      answers: Partial<QuizAnswers>;
      /** Somebody tried to continue without an answer. */
      isMissed: boolean;
    }
  | { kind: 'result'; answers: QuizAnswers };

export const quizPath = links.quiz;

/** The value of `step` that the last question asks for. */
export const resultsStep = 'results';

/**
 * `step` counts from 1 and never skips an unanswered question. Without it, the address shows the first unanswered
 * question, or the result if there is none.
 */
export function readQuizAddress(params: URLSearchParams): QuizView {
  const complete = completeQuizAnswers(params);
  const answers = readQuizAnswers(params);
  const wanted = wantedIndex(params.get('step'));
  if (complete && (wanted === undefined || wanted === quizQuestions.length)) {
    return { kind: 'result', answers: complete };
  }
  const firstOpen = quizQuestions.findIndex(({ id }) => !answers[id]);
  const last = complete ? quizQuestions.length - 1 : firstOpen;
  const index = Math.min(wanted ?? last, last);
  return { kind: 'question', index, answers, isMissed: wanted !== undefined && wanted > last };
}

/** Without `step`, the address of the result, or of the first unanswered question. */
export function quizAddress(answers: Partial<QuizAnswers>, step?: number): string {
  const params = quizSearchParams(answers);
  if (step) params.set('step', String(step));
  return withQuery(quizPath, params);
}

function wantedIndex(step: string | null): number | undefined {
  if (step === resultsStep) return quizQuestions.length;
  const number = Number(step);
  const isStep = Number.isInteger(number) && number >= 1 && number <= quizQuestions.length;
  return isStep ? number - 1 : undefined;
}
