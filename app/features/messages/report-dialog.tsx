import type { User } from '@supabase/supabase-js';
import { openData } from '#app/data/open-data.ts';
import { useMessageDraft } from '#app/drafts/message-draft.ts';
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
import type { Conversation } from './conversation.ts';

type ReportDialogProps = {
  user: User;
  conversation: Conversation;
  onClose(): void;
};

/** Reports a conversation to staff. */
export default function ReportDialog({ user, conversation, onClose }: ReportDialogProps) {
  return (
    <Dialog
      title="Report this conversation"
      description="Our staff read the conversation and decide. The other person is not told who reported it."
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <ReportForm user={user} conversation={conversation} onDone={onClose} />
    </Dialog>
  );
}

type ReportFormProps = { user: User; conversation: Conversation; onDone(): void };

function ReportForm({ user, conversation, onDone }: ReportFormProps) {
  const draft = useMessageDraft(user.id, `report-${conversation.id}`);
  const form = useForm(reportInWordsSchema, async ({ reason }) => {
    const client = await openData();
    const { error } = await client
      .from('message_reports')
      .insert({ conversation_id: conversation.id, reporter_id: user.id, reason });
    const isKnown = error?.code === '23505';
    if (error && !isKnown) return failureOf(error);
    draft.clear();
    toast(
      isKnown
        ? {
            title: 'You have already reported this conversation',
            description: 'Our staff will look at it and write to you.',
          }
        : { title: 'Report sent', description: 'Our staff will look at it and write to you.' },
    );
    onDone();
    return undefined;
  });
  return (
    <Form className="report-form" {...form.props}>
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
  );
}
