import { grouped } from '#domain/text/grouped.ts';

type CompanyAnswersProps = {
  applications: number;
  answered_share: number;
  usual_days: number | null;
};

/** How quickly and often a company answers applicants, from ten applications on. */
export function CompanyAnswers({ applications, answered_share, usual_days }: CompanyAnswersProps) {
  return (
    <section aria-labelledby="company-answers">
      <h2 id="company-answers">How it answers</h2>
      <p>
        It answered {Math.round(answered_share * 100)}% of {grouped(applications)} applications here
        {usual_days !== null &&
          `, usually ${usual_days < 1 ? 'within a day' : `after ${usual_days === 1 ? 'one day' : `${usual_days} days`}`}`}
        .
      </p>
    </section>
  );
}
