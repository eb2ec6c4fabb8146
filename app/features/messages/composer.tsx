import { type KeyboardEvent, useRef } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import { useMessageDraft } from '#app/drafts/message-draft.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { longestMessage, sendFailed } from '#domain/messages/message-words.ts';
import { lengthOf } from '#domain/text/text-length.ts';

type ComposerProps = {
  userId: string;
  conversationId: string;
  /** When the newest message shown was written. */
  seenAt: string | undefined;
  /** What the other person will learn from the next message. */
  remark?: string | undefined;
  /** Who is typing on the other side, by name. */
  typist?: string | undefined;
  onTyping(isOver: boolean): void;
  onSent(): Promise<void>;
  onClosed(): void;
};

/** From this length on, the limit is shown. */
const counted = 1_500;

/** Reading needs no rules. */
const loadRules = async () => (await import('#domain/messages/message.ts')).replySchema;

/** The next message. What was typed stays until the site confirms that it was sent. */
export function Composer(props: ComposerProps) {
  const { userId, conversationId, seenAt, remark, typist, onTyping, onSent, onClosed } = props;
  const draft = useMessageDraft(userId, conversationId);
  const field = useRef<HTMLTextAreaElement>(null);
  const length = lengthOf(draft.text.trim());

  const form = useForm(loadRules, async ({ message }) => {
    // People who clicked the button continue in the field.
    field.current?.focus();
    const body = { conversationId, message, clientKey: draft.keyFor(message), seenAt };
    const answer = await callFunction('reply-to-message', body, sendFailed);
    if ('failure' in answer) {
      if (answer.failure.code === 'conversation_closed') {
        onClosed();
        return;
      }
      if (/^(message_unanswered|colleague_answered)$/.test(answer.failure.code)) await onSent();
      return answer.failure;
    }
    draft.clear();
    onTyping(true);
    await onSent();
  });

  return (
    <Form
      className="composer"
      {...form.props}
      onChange={(event) => form.recheck(event.currentTarget)}
    >
      <FormFailure failure={form.failure} />
      <Field
        label="Your message"
        hint={remark}
        error={form.errors.message}
        {...(length >= counted && { counter: { length, max: longestMessage } })}
      >
        <Textarea
          ref={field}
          name="message"
          rows={2}
          dir="auto"
          value={draft.text}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onKeyDown={sendByKey}
          onBlur={() => onTyping(true)}
          onChange={({ target }) => {
            draft.type(target.value);
            onTyping(target.value.trim() === '');
          }}
        />
      </Field>
      <div className="composer-foot">
        {typist ? (
          <p className="composer-typist">
            <bdi>{typist}</bdi> is typing…
          </p>
        ) : (
          <p>
            <kbd>Ctrl</kbd> or <kbd>⌘</kbd> with <kbd>Enter</kbd> sends it
          </p>
        )}
        <Button type="submit" isBusy={form.isBusy}>
          {form.isBusy ? 'Sending…' : 'Send'}
        </Button>
      </div>
    </Form>
  );
}

function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  // Enter is confirming a word of an input method.
  if (event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
