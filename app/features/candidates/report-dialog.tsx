import { openData } from '#app/data/open-data.ts';
import { useMessageDraft } from '#app/drafts/message-draft.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { reportInWordsSchema } from '#domain/staff/report.ts';

type ReportDialogProps = { profile: string; onClose(): void };

/** Reports a profile to staff. */
export default function ReportDialog({ profile, onClose }: ReportDialogProps) {
  const draft = useMessageDraft(useAuth().user?.id ?? '', `report-${profile}`);
  const form = useForm(reportInWordsSchema, async ({ reason }) => {
    const client = await openData();
    const { data: isNew, error } = await client.rpc('report_profile', { profile, reason });
    if (error) return failureOf(error);
    draft.clear();
    toast({
      title: isNew ? 'Report sent' : 'You have already reported this profile',
      description: 'Our staff will look at it and write to you.',
    });
    onClose();
    return undefined;
  });
  return (
    <Dialog
      title="Report this profile"
      description="Our staff look at the profile and decide. The candidate is not told who reported it."
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Form className="grid gap-5" {...form.props}>
        <FormFailure failure={form.failure} />
        <Field label="What is wrong?" error={form.errors.reason}>
          <Textarea
            name="reason"
            rows={4}
            dir="auto"
            value={draft.text}
            onChange={({ target }) => draft.type(target.value)}
          />
        </Field>
        <div className="dialog-actions">
          <Button type="submit" isBusy={form.isBusy}>
            {form.isBusy ? 'Sending…' : 'Send report'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
