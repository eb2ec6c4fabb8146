import { certificationQuiz } from '#app/content/certification-quiz.ts';
import { Button } from '#app/ui/button.tsx';
import { ChoiceGroup, Radio } from '#app/ui/choice.tsx';
import { type QuizAnswers, quizQuestions } from './quiz.ts';
import { quizPath, resultsStep } from './quiz-steps.ts';

type QuestionProps = { index: number; answers: Partial<QuizAnswers>; isMissed: boolean };

/**
 * One question as a form that leads to the next address. The other answers travel along as hidden fields, in the order
 * of the questions, so that the same answers give the same address.
 */
export function Question({ index, answers, isMissed }: QuestionProps) {
  const { hero, question: words } = certificationQuiz;
  const question = quizQuestions[index];
  if (!question) return null;
  const isLast = index === quizQuestions.length - 1;
  return (
    <div className="wrap quiz">
      <div className="quiz-head">
        <p className="eyebrow">{hero.eyebrow}</p>
        <h1>{hero.title}</h1>
        {index === 0 && <p className="lede">{hero.lede}</p>}
      </div>
      {/* The server reports what is missing on the page itself, instead of the browser's bubble. */}
      <form className="quiz-form" action={quizPath} noValidate data-quiz={index + 1}>
        <Progress index={index} />
        {quizQuestions.slice(0, index).map(({ id }) => (
          <KnownAnswer key={id} id={id} value={answers[id]} />
        ))}
        <ChoiceGroup
          isFramed
          legend={
            <h2 tabIndex={-1} data-arrival>
              {question.text}
            </h2>
          }
          error={isMissed ? words.missed : undefined}
        >
          {question.options.map(({ value, label }) => (
            <Radio
              key={value}
              name={question.id}
              value={value}
              label={label}
              defaultChecked={answers[question.id] === value}
              required
            />
          ))}
        </ChoiceGroup>
        {quizQuestions.slice(index + 1).map(({ id }) => (
          <KnownAnswer key={id} id={id} value={answers[id]} />
        ))}
        {/* Enter presses the first button. */}
        <div className="actions quiz-actions">
          <Button type="submit" size="large" name="step" value={isLast ? resultsStep : index + 2}>
            {isLast ? words.last : words.next}
          </Button>
          {index > 0 && (
            <Button type="submit" size="large" variant="quiet" name="step" value={index}>
              {words.back}
            </Button>
          )}
        </div>
      </form>
    </div>
  );
}

function KnownAnswer({ id, value }: { id: string; value: string | undefined }) {
  return value ? <input type="hidden" name={id} value={value} /> : null;
}

function Progress({ index }: { index: number }) {
  const words = `Question ${index + 1} of ${quizQuestions.length}`;
  return (
    <div className="quiz-progress">
      <p>{words}</p>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuenow={index + 1}
        aria-valuemax={quizQuestions.length}
        aria-valuetext={words}
      >
        {quizQuestions.map(({ id }, at) => (
          <span key={id} data-done={at <= index || undefined} />
        ))}
      </div>
    </div>
  );
}
