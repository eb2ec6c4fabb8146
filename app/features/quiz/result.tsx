import { certificationQuiz } from '#app/content/certification-quiz.ts';
import { certifications } from '#app/content/certifications.ts';
import { CredentialSeal } from '#app/pictures/credential-seal.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { site } from '#domain/site/brand.ts';
import { type QuizAnswers, quizQuestions } from './quiz.ts';
import { quizAddress, quizPath } from './quiz-steps.ts';
import { recommend } from './recommend.ts';

const words = certificationQuiz.result;

export function Result({ answers }: { answers: QuizAnswers }) {
  const advice = recommend(answers);
  const tier = certifications.find(({ credential }) => advice.title.startsWith(`${credential}:`));
  return (
    <div className="wrap quiz-result">
      <div className="quiz-verdict">
        <h1 className="eyebrow">{words.title}</h1>
        <h2>{advice.title}</h2>
        <p className="quiz-subtitle">{advice.subtitle}</p>
        <p className="lede">{advice.description}</p>
        <div className="actions">
          <ButtonLink size="large" href={advice.ctaLink}>
            {advice.ctaText}
          </ButtonLink>
          <ButtonLink size="large" variant="secondary" href={site.schedulingUrl} opensNewTab>
            {words.schedule}
          </ButtonLink>
        </div>
      </div>
      {tier && (
        <div className="quiz-seal">
          <CredentialSeal credential={tier.credential} />
        </div>
      )}
      <div className="quiz-reasons">
        {advice.courses && <Points title={words.courses} items={advice.courses} isNumbered />}
        <Points title={words.benefits} items={advice.benefits} />
        <section>
          <h3>{words.nextSteps}</h3>
          <p>{advice.nextSteps}</p>
        </section>
      </div>
      <Answers answers={answers} />
    </div>
  );
}

type PointsProps = { title: string; items: readonly string[]; isNumbered?: boolean };

function Points({ title, items, isNumbered }: PointsProps) {
  const List = isNumbered ? 'ol' : 'ul';
  return (
    <section>
      <h3>{title}</h3>
      <List>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </List>
    </section>
  );
}

function Answers({ answers }: { answers: QuizAnswers }) {
  return (
    <section className="quiz-answers" aria-labelledby="answers">
      <h3 id="answers">{words.answers}</h3>
      <dl>
        {quizQuestions.map(({ id, text, options }, index) => (
          <div key={id}>
            <dt>{text}</dt>
            <dd>{options.find(({ value }) => value === answers[id])?.label}</dd>
            <dd data-print="none">
              <Link
                href={quizAddress(answers, index + 1)}
                aria-label={`${words.change} the answer to “${text}”`}
              >
                {words.change}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      <form action={quizPath} data-print="none">
        <Button type="submit" variant="secondary">
          {words.retake}
        </Button>
      </form>
    </section>
  );
}
