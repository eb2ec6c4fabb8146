import type { ReactNode } from 'react';
import { DraftNotice } from '#app/drafts/draft-notice.tsx';
import { LeavingGuard } from '#app/drafts/leaving-guard.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import type { Failure } from '#app/ui/failure.ts';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { useForm } from '#app/ui/use-form.ts';
import type { JobFacts } from '#domain/job.ts';
import type { JobText } from './job-draft.ts';
import { FieldsContext } from './job-fields.tsx';
import { JobGroups } from './job-groups.tsx';
import { postingSchema } from './posting-schema.ts';
import './postings.css';

type JobFormProps = {
  text: JobText;
  submit(job: JobFacts): Promise<Failure | undefined>;
  labels: { submit: string; busy: string };
  /** Where Cancel leads. */
  cancelTo: string;
  /** Said beside the button. */
  remark: ReactNode;
  /** Above the fields: what somebody else has changed, say. */
  children?: ReactNode;
  /** What to do about a failure. */
  advice?: (failure: Failure) => ReactNode;
};

/** The posting form, for a new posting and for a change. */
export function JobForm({
  text,
  submit,
  labels,
  cancelTo,
  remark,
  children,
  advice,
}: JobFormProps) {
  const form = useForm(postingSchema(text.base.values.application_deadline), submit, {
    tellsFirstGap: true,
  });
  return (
    <div className="wrap posting-form">
      <DraftNotice text={text} />
      <form {...form.props} onInput={(event) => form.recheck(event.currentTarget)}>
        <FormFailure failure={form.failure} advice={form.failure && advice?.(form.failure)} />
        {children}
        <FieldsContext value={{ values: text.values, errors: form.errors, set: text.set }}>
          <JobGroups />
        </FieldsContext>
        <div className="posting-foot">
          <div className="actions">
            <Button type="submit" size="large" isBusy={form.isBusy}>
              {form.isBusy ? labels.busy : labels.submit}
            </Button>
            <ButtonLink href={cancelTo} variant="quiet" size="large">
              Cancel
            </ButtonLink>
          </div>
          <p>{remark}</p>
        </div>
      </form>
      <LeavingGuard isOn={text.isChanged} isDone={text.isDone} onDiscard={text.startFresh} />
    </div>
  );
}
