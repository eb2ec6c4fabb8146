import { useRef } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import { openData } from '#app/data/open-data.ts';
import { useMessageDraft } from '#app/drafts/message-draft.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form, Sending } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { beginWith, fillTemplate } from '#domain/applications/inbox.ts';
import { longestMessage, sendFailed } from '#domain/messages/message-words.ts';
import * as links from '#domain/site/links.ts';
import { lengthOf } from '#domain/text/text-length.ts';
import { type ApplicationDetail, lastAnswerOf, readTemplates } from './detail.ts';
import { TemplateChoice } from './template-choice.tsx';
import { answerDraft } from './unsent.tsx';

const loadRules = async () => (await import('#domain/messages/message.ts')).replySchema;

/** Writes to the applicant: in a conversation if they have an account, otherwise by email. */
export function AnswerForm({ it, onSent }: { it: ApplicationDetail; onSent(): void }) {
  const { user } = useAuth();
  const draft = useMessageDraft(user?.id ?? '', answerDraft(it.id));
  const begun = useRef('');
  const { state } = useLoading(async () => readTemplates(await openData(), it.company_id), {
    key: it.company_id,
  });
  const form = useForm(loadRules, async ({ message }) => {
    const answer = await callFunction(
      'message-applicant',
      { applicationId: it.id, message, clientKey: draft.keyFor(message), seenAt: lastAnswerOf(it) },
      sendFailed,
    );
    if ('failure' in answer) {
      // Withdrawn in the meantime, or answered by a colleague: reload to show that.
      if (/^(conversation_closed|colleague_answered)$/.test(answer.failure.code)) onSent();
      return answer.failure;
    }
    draft.clear();
    toast({ title: 'Message sent' });
    onSent();
  });
  const templates = state.data ?? [];

  return (
    <section>
      <h3>Answer</h3>
      {it.conversation_id && (
        <ButtonLink variant="secondary" size="small" href={links.conversation(it.conversation_id)}>
          Open the conversation
        </ButtonLink>
      )}
      <Sending value={form.props.isSending}>
        <TemplateChoice
          templates={templates}
          onChosen={(chosen) => {
            const words = fillTemplate(chosen.body, it.name, it.job_title);
            draft.type(beginWith(words, draft.text, begun.current));
            begun.current = words;
          }}
        />
      </Sending>
      <Form {...form.props} onChange={(event) => form.recheck(event.currentTarget)}>
        <FormFailure failure={form.failure} />
        <Field
          label="Your message"
          hint={
            it.is_guest
              ? 'This person has no account here: your message goes by email, and says how to reply.'
              : `It ${it.conversation_id ? 'goes on in the' : 'begins a'} conversation under Messages. It takes no membership.`
          }
          error={form.errors.message}
          counter={{ length: lengthOf(draft.text.trim()), max: longestMessage }}
        >
          <Textarea
            name="message"
            rows={5}
            dir="auto"
            value={draft.text}
            onChange={(event) => draft.type(event.target.value)}
          />
        </Field>
        <Button type="submit" size="small" isBusy={form.isBusy}>
          Send
        </Button>
      </Form>
    </section>
  );
}
