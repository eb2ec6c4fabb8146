import { redirect } from 'react-router';
import { certificationQuiz } from '#app/content/certification-quiz.ts';
import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { Question } from '#app/features/quiz/question.tsx';
import { quizQuestions } from '#app/features/quiz/quiz.ts';
import {
  type QuizView,
  quizAddress,
  quizPath,
  readQuizAddress,
} from '#app/features/quiz/quiz-steps.ts';
import { Result } from '#app/features/quiz/result.tsx';
import type { Route } from './+types/certification-quiz';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    ...certificationQuiz.meta,
    title: loaderData ? titleOf(loaderData) : certificationQuiz.meta.title,
    path: quizPath,
  });

/** The whole state of the quiz is in its address: it can be reloaded, stepped back through and shared. */
export function loader({ request }: Route.LoaderArgs): QuizView {
  const { searchParams } = new URL(request.url);
  const view = readQuizAddress(searchParams);
  if (view.kind === 'result' && searchParams.has('step')) throw redirect(quizAddress(view.answers));
  return view;
}

export default function CertificationQuizPage({ loaderData }: Route.ComponentProps) {
  return loaderData.kind === 'result' ? <Result {...loaderData} /> : <Question {...loaderData} />;
}

/** The first thing a screen reader announces when a step opens. */
function titleOf(view: QuizView): string {
  if (view.kind === 'result') return titled(certificationQuiz.result.title);
  if (view.index === 0 && !view.isMissed) return certificationQuiz.meta.title;
  const error = view.isMissed ? 'Error: ' : '';
  return titled(`${error}Question ${view.index + 1} of ${quizQuestions.length}`);
}
