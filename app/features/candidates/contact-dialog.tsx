import { useRef, useState } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Failure } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { messageSchema } from '#domain/message.ts';
import { loginToContact, longestMessage, sendFailed } from '#domain/message-words.ts';
import { lengthOf } from '#domain/text-length.ts';
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
  const [message, setMessage] = useState(() => drafts.get(candidate.id) ?? '');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // The same message has the same key, so that a second press or another try sends it once.
  const [clientKey] = useState(() => crypto.randomUUID());

  function fail(found: Failure) {
    setFailure(found);
    toast({ title: 'Error', description: found.message, kind: 'error' });
  }

  async function send() {
    setFailure(undefined);
    const parsed = messageSchema.safeParse({ message });
    setError(parsed.success ? undefined : parsed.error.issues[0]?.message);
    if (!parsed.success) return field.current?.focus();
    if (!user) return fail({ code: 'no_authorization', message: loginToContact });
    setBusy(true);
    const body = { candidateId: candidate.id, message: parsed.data.message, clientKey };
    const answer = await callFunction('send-candidate-message', body, sendFailed);
    setBusy(false);
    if ('failure' in answer) return fail(answer.failure);
    drafts.delete(candidate.id);
    toast({ title: 'Message sent', description: 'You will find the answer under Messages.' });
    onSent();
  }

  return (
    <form
      className="contact-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FormFailure failure={failure} />
      <Field
        label="Message"
        hint="Say who you are, what the work is, and what you would like to know"
        error={error}
        counter={{ length: lengthOf(message.trim()), max: longestMessage }}
      >
        <Textarea
          ref={field}
          rows={7}
          dir="auto"
          value={message}
          onChange={(event) => {
            setMessage(event.target.value);
            drafts.set(candidate.id, event.target.value);
          }}
        />
      </Field>
      <div className="dialog-actions">
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Sending…' : 'Send message'}
        </Button>
      </div>
    </form>
  );
}

/** Until the page is left: a dialog that was closed by mistake loses nothing. */
const drafts = new Map<string, string>();
