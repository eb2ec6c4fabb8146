import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { deadlineSchema } from '#domain/jobs/job-form.ts';
import { daysWithoutDeadline } from '#domain/jobs/job-life.ts';
import { dayOf } from './job-dates.tsx';
import type { ListedJob } from './own-jobs.ts';
import type { JobActions } from './use-job-actions.ts';

/** The questions before a job is deleted, or reposted with a deadline. */
export default function JobDialogs({ job, actions }: { job: ListedJob; actions: JobActions }) {
  const { asking, isBusy, stopAsking } = actions;
  return (
    <>
      <ConfirmDialog
        title="Delete this job?"
        description={
          <>
            “<bdi>{job.title}</bdi>”, its page and its figures will be deleted for good. This cannot
            be undone. To take it off the board and keep it, close it instead.
            {job.applies_here &&
              ' Applications to it stay, and applicants who wait for an answer are told that it is over.'}
          </>
        }
        confirmLabel="Delete"
        isDestructive
        isBusy={isBusy}
        open={asking === 'delete'}
        onOpenChange={stopAsking}
        onConfirm={actions.remove}
      />
      <Dialog
        title={asking === 'reopen' ? 'Reopen this job' : 'Renew this job'}
        description={explain(job)}
        open={asking === 'renew' || asking === 'reopen'}
        onOpenChange={stopAsking}
      >
        <DeadlineForm actions={actions} />
      </Dialog>
    </>
  );
}

function explain({ application_deadline: deadline, ends_at }: ListedJob) {
  if (!deadline) return undefined;
  const isOver = new Date(ends_at) <= new Date();
  return `Its deadline ${isOver ? 'was' : 'is'} ${dayOf(deadline)}. Set a new one, or leave the day empty to keep it up for ${daysWithoutDeadline} days from now.`;
}

function DeadlineForm({ actions }: { actions: JobActions }) {
  const form = useForm(deadlineSchema, async ({ application_deadline }) => {
    await actions.prolong(application_deadline);
    return undefined;
  });
  return (
    <Form className="own-job-deadline" {...form.props}>
      <FormFailure failure={form.failure} />
      <Field label="New deadline" isOptional error={form.errors.application_deadline}>
        <TextInput type="date" name="application_deadline" className="own-job-date" />
      </Field>
      <div className="dialog-actions">
        <Button variant="secondary" disabled={actions.isBusy} onClick={actions.stopAsking}>
          Cancel
        </Button>
        <Button type="submit" isBusy={actions.isBusy}>
          {actions.asking === 'reopen' ? 'Reopen' : 'Renew'}
        </Button>
      </div>
    </Form>
  );
}
