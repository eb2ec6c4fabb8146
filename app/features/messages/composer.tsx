import { type KeyboardEvent, useRef, useState } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import { Button } from '#app/ui/button.tsx';
import type { Failure } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { longestMessage, sendFailed } from '#domain/message-words.ts';
import { lengthOf } from '#domain/text-length.ts';
import { attemptOf, type Draft, readDraft, writeDraft } from './draft.ts';

type ComposerProps = {
  userId: string;
  conversationId: string;
  /** What the other person learns with the next message. */
  remark?: string | undefined;
  onSent(): Promise<void>;
  onClosed(): void;
};

/** From here on the end of the room is in sight. */
const counted = 1_500;

/** The next message. What was typed stays until the site has answered that it is sent. */
export function Composer(props: ComposerProps) {
  const { userId, conversationId, remark, onSent, onClosed } = props;
  const [draft, setDraft] = useState(() => readDraft(userId, conversationId));
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const length = lengthOf(draft.text.trim());

  function keep(next: Draft) {
    setDraft(next);
    writeDraft(userId, conversationId, next);
  }

  async function send() {
    if (isBusy) return;
    setFailure(undefined);
    const { replySchema } = await import('#domain/message.ts');
    const parsed = replySchema.safeParse({ message: draft.text });
    setError(parsed.success ? undefined : parsed.error.issues[0]?.message);
    field.current?.focus();
    if (!parsed.success) return;
    const attempt = attemptOf(draft);
    keep({ ...draft, attempt });
    setBusy(true);
    const answer = await callFunction(
      'reply-to-message',
      { conversationId, message: attempt.text, clientKey: attempt.key },
      sendFailed,
    );
    if ('failure' in answer) {
      setBusy(false);
      if (answer.failure.code === 'conversation_closed') return onClosed();
      if (answer.failure.code === 'message_unanswered') await onSent();
      setFailure(answer.failure);
      return toast({ title: 'Error', description: answer.failure.message, kind: 'error' });
    }
    keep({ text: '' });
    await onSent();
    setBusy(false);
  }

  function sendByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      className="composer"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FormFailure failure={failure} />
      <Field
        label="Your message"
        hint={remark}
        error={error}
        {...(length >= counted && { counter: { length, max: longestMessage } })}
      >
        <Textarea
          ref={field}
          rows={2}
          dir="auto"
          value={draft.text}
          readOnly={isBusy}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onKeyDown={sendByKey}
          onChange={(event) => {
            setError(undefined);
            keep({ ...draft, text: event.target.value });
          }}
        />
      </Field>
      <div className="composer-foot">
        <p>
          <kbd>Ctrl</kbd> or <kbd>⌘</kbd> with <kbd>Enter</kbd> sends it
        </p>
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Sending…' : 'Send'}
        </Button>
      </div>
    </form>
  );
}
