import { type ChecklistArea, readinessChecklist } from '#app/content/readiness-checklist.ts';

const { answers, columns } = readinessChecklist;

type AreaProps = { area: ChecklistArea; number: number };

/**
 * One area of the checklist: to read on screen, to fill in on paper. A list, not a table, because its columns stack on
 * a phone.
 */
export function Area({ area: { id, title, purpose, checks }, number }: AreaProps) {
  return (
    <section id={id} className="area" aria-labelledby={`${id}-title`}>
      <div className="area-head">
        <p aria-hidden="true">{number}</p>
        <div>
          <h2 id={`${id}-title`}>{title}</h2>
          <p>{purpose}</p>
        </div>
      </div>
      <div className="area-columns" aria-hidden="true">
        <span>{columns.check}</span>
        <span>{columns.evidence}</span>
        <span className="on-paper">{answers.join('\u00a0· ')}</span>
        <span className="on-paper">{`${columns.owner}, ${columns.date.toLowerCase()}`}</span>
      </div>
      <ol className="area-checks">
        {checks.map(({ check, evidence }, index) => (
          <li key={check}>
            <p>
              <span className="area-number" aria-hidden="true">{`${number}.${index + 1}`}</span>
              {check}
            </p>
            <p>
              <span className="area-label">{`${columns.evidence}: `}</span>
              {evidence}
            </p>
            <span className="on-paper">
              {answers.map((answer) => (
                <span key={answer} className="area-box" />
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
