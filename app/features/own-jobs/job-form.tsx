import type { ReactNode } from 'react';
import { LateDraftNotice } from '#app/drafts/late-draft-notice.tsx';
import { LeavingGuard } from '#app/drafts/leaving-guard.tsx';
import { afterPaint } from '#app/ui/after-paint.ts';
import { Button } from '#app/ui/button.tsx';
import type { Failure } from '#app/ui/failure.ts';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { useForm } from '#app/ui/use-form.ts';
import type { JobFacts } from '#domain/jobs/job.ts';
import type { JobText } from './job-draft.ts';
import { FieldsContext } from './job-fields.tsx';
import { JobGroups } from './job-groups.tsx';
import './own-jobs.css';

type JobFormProps = {
  text: JobText;
  submit(job: JobFacts): Promise<Failure | undefined>;
  labels: { submit: string; busy: string };
  /** Where Cancel leads. */
  cancelTo: string;
  /** Shown next to the button. */
  remark: ReactNode;
  /** Above the fields: what somebody else has changed, say. */
  children?: ReactNode;
  /** What to do about a failure. */
  advice?: (failure: Failure) => ReactNode;
};

/** The job form, for a new job and for changes. */
export function JobForm({
  text,
  submit,
  labels,
  cancelTo,
  remark,
  children,
  advice,
}: JobFormProps) {
  const storedDeadline = text.base.values.application_deadline;
  const loadRules = async () =>
    (await import('#domain/jobs/job-form.ts')).jobFormSchema(storedDeadline);
  const form = useForm(loadRules, submit, { tellsFirstGap: true });
  return (
    <div className="wrap own-job-form">
      <LateDraftNotice text={text} at={text.restoredAt} />
      <Form
        {...form.props}
        onFocus={prepare}
        onChange={(event) => form.recheck(event.currentTarget)}
      >
        <FormFailure failure={form.failure} advice={form.failure && advice?.(form.failure)} />
        {children}
        <FieldsContext value={{ values: text.values, errors: form.errors, set: text.set }}>
          <JobGroups />
        </FieldsContext>
        <div className="own-job-foot">
          <div className="actions">
            <Button type="submit" size="large" isBusy={form.isBusy}>
              {form.isBusy ? labels.busy : labels.submit}
            </Button>
            <Button variant="quiet" size="large" onClick={() => pressLinkTo(cancelTo)}>
              Cancel
            </Button>
          </div>
          <p>{remark}</p>
        </div>
      </Form>
      {text.isChanged && <LeavingGuard isDone={text.isDone} onDiscard={text.startFresh} />}
    </div>
  );
}

/** The guard of unsent text listens to clicks on links. */
function pressLinkTo(href: string) {
  const link = document.body.appendChild(document.createElement('a'));
  link.href = href;
  link.click();
  link.remove();
}

/** Loads the rules by the time somebody has typed; if that fails, the button says so. */
async function prepare() {
  await afterPaint();
  import('#domain/jobs/job-form.ts').catch(() => {});
}
