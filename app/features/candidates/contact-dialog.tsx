import { callFunction } from '#app/data/call-function.ts';
import { useMessageDraft } from '#app/drafts/message-draft.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { messageSchema } from '#domain/messages/message.ts';
import { loginToContact, longestMessage, sendFailed } from '#domain/messages/message-words.ts';
import { lengthOf } from '#domain/text/text-length.ts';
import type { CandidateRow } from './candidate-row.ts';

type ContactDialogProps = {
  candidate: CandidateRow;
  onClose(): void;
};

/** A member writes to a candidate. What was typed stays until it is sent. */
export default function ContactDialog({ candidate, onClose }: ContactDialogProps) {
  return (
    <Dialog
      title="Contact this candidate"
      description={
        <>
          To <b dir="auto">{candidate.headline}</b>. They get your message by email and here, with
          your name. Neither of you sees the other’s address.
        </>
      }
      open
      onOpenChange={(open) => !open && onClose()}
    >
      <ContactForm candidate={candidate} onSent={onClose} />
    </Dialog>
  );
}

type ContactFormProps = { candidate: CandidateRow; onSent(): void };

function ContactForm({ candidate, onSent }: ContactFormProps) {
  const { user } = useAuth();
  // Nothing is lost if the dialog, or the page, is closed by mistake.
  const draft = useMessageDraft(user?.id ?? '', `to-${candidate.id}`);

  const form = useForm(messageSchema, async ({ message }) => {
    if (!user) return { code: 'no_authorization', message: loginToContact };
    const body = { candidateId: candidate.id, message, clientKey: draft.keyFor(message) };
    const answer = await callFunction('send-candidate-message', body, sendFailed);
    if ('failure' in answer) return answer.failure;
    draft.clear();
    toast({ title: 'Message sent', description: 'You will find the answer under Messages.' });
    onSent();
  });

  return (
    <Form className="contact-form" {...form.props}>
      <FormFailure failure={form.failure} />
      <Field
        label="Message"
        hint="Say who you are, what the work is, and what you would like to know"
        error={form.errors.message}
        counter={{ length: lengthOf(draft.text.trim()), max: longestMessage }}
      >
        <Textarea
          name="message"
          rows={7}
          dir="auto"
          value={draft.text}
          onChange={(event) => draft.type(event.target.value)}
        />
      </Field>
      <div className="dialog-actions">
        <Button type="submit" isBusy={form.isBusy}>
          {form.isBusy ? 'Sending…' : 'Send message'}
        </Button>
      </div>
    </Form>
  );
}
