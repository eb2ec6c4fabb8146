import { jobs } from '#app/content/jobs.ts';
import { Button } from '#app/ui/button.tsx';
import { ChoiceGroup, Radio } from '#app/ui/choice.tsx';
import { Field } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { reportReasons } from '#domain/jobs/report-reasons.ts';
import * as links from '#domain/site/links.ts';

const words = jobs.report;

/** The outcome of an attempt to report. What was filled in comes back with a refusal. */
export type ReportAnswer =
  | { kind: 'sent' }
  | { kind: 'refused'; field?: 'reason' | 'note'; message: string; reason: string; note: string };

export function ReportForm({ jobId, answer }: { jobId: string; answer: ReportAnswer | undefined }) {
  if (answer?.kind === 'sent') {
    return (
      <div id={words.id} className="job-report">
        <Notice tone="good" title={words.sent.title}>
          {words.sent.text}
        </Notice>
      </div>
    );
  }
  const errorOf = (field: string) => (answer?.field === field ? answer.message : undefined);
  return (
    <details className="job-report" open={Boolean(answer)} data-print="none">
      <summary className="link">{words.title}</summary>
      <form id={words.id} method="post" action={`${links.job(jobId)}#${words.id}`} noValidate>
        <p>{words.text}</p>
        {answer && !answer.field && <Notice tone="danger" title={answer.message} />}
        <ChoiceGroup legend={words.reason} error={errorOf('reason')}>
          {reportReasons.map((reason) => (
            <Radio
              key={reason}
              name="reason"
              value={reason}
              label={words.reasons[reason]}
              defaultChecked={answer?.reason === reason}
              required
            />
          ))}
        </ChoiceGroup>
        <Field label={words.note} isOptional error={errorOf('note')}>
          <Textarea name="note" rows={4} defaultValue={answer?.note} />
        </Field>
        <div>
          <Button type="submit">{words.button}</Button>
        </div>
      </form>
    </details>
  );
}
