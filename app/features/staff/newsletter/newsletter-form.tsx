import { useEffect, useState } from 'react';
import { DraftNotice } from '#app/drafts/draft-notice.tsx';
import { DraftPlace } from '#app/drafts/draft-place.tsx';
import { useDraft } from '#app/drafts/use-draft.ts';
import { readStoredSession } from '#app/session/stored-session.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { Textarea, TextInput } from '#app/ui/text-input.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { type Newsletter, newsletterSchema } from '#domain/staff/newsletter.ts';
import { useStaffCall } from '../calls.tsx';
import { pasteWords } from '../pasted.ts';
import { goTo } from '../router.ts';
import { useStaffAct } from '../use-staff-act.ts';
import { MailPreview } from './mail-preview.tsx';
import { ReadAgain } from './read-again.tsx';

type NewsletterFormProps = {
  newsletter: Newsletter | undefined;
  onSaved(id: string): void;
  /** Whether there is unsaved text. */
  onTyped(isUnsaved: boolean): void;
};
type Words = { subject: string; text: string };
type Preview = { subject: string; html: string; text: string };

const isWhole = (values: unknown): values is Words =>
  typeof values === 'object' && values !== null && 'subject' in values && 'text' in values;
const areSame = (one: Words, other: Words) =>
  one.subject === other.subject && one.text === other.text;

/**
 * The text of a newsletter, stored on this device as it is typed, with a preview. A sent newsletter cannot be changed.
 */
export function NewsletterForm({ newsletter, onSaved, onTyped }: NewsletterFormProps) {
  const call = useStaffCall();
  const act = useStaffAct();
  const isOut = newsletter !== undefined && newsletter.progress.state !== 'draft';
  const { id, version = 0 } = newsletter ?? {};
  const draft = useDraft<Words>(
    `newsletter-draft:${readStoredSession()?.userId}:${id ?? 'new'}`,
    {
      values: { subject: newsletter?.subject ?? '', text: newsletter?.text ?? '' },
      version: String(version),
    },
    { isWhole, areSame },
  );
  const words = draft.values;
  /** Somebody else has saved it since this was typed. */
  const isOfOther = draft.isChanged && draft.base.version !== String(version);
  const [preview, setPreview] = useState<Preview>();
  const form = useForm(newsletterSchema, async (values) => {
    const answer = await call<{ id: string; version: number }>('save-newsletter', {
      ...values,
      ...(newsletter && { id: newsletter.id, version: newsletter.version }),
    });
    if ('failure' in answer) return answer.failure;
    // A new newsletter opens its own page; this form continues from what it has saved.
    if (newsletter) {
      draft.rebase({ values: words, version: String(answer.data.version) });
      draft.hideRestored();
    } else draft.finish();
    onSaved(answer.data.id);
  });
  const { isChanged } = draft;

  // Synchronises what can be sent with what is typed.
  useEffect(() => onTyped(isChanged), [onTyped, isChanged]);

  async function show() {
    setPreview(await act.run<Preview>('preview-newsletter', words));
  }

  const shown = (
    <>
      <Button variant="secondary" isBusy={act.busyWith === 'preview-newsletter'} onClick={show}>
        Show how it looks
      </Button>
      {act.failure && <Notice tone="danger">{act.failure}</Notice>}
      {preview && (
        <section className="newsletter-preview" aria-label="Preview">
          <Tabs
            label="Parts of the email"
            tabs={[
              {
                value: 'html',
                label: 'As most people see it',
                content: <MailPreview html={preview.html} />,
              },
              {
                value: 'text',
                label: 'As plain text',
                content: <pre className="newsletter-text">{preview.text}</pre>,
              },
            ]}
          />
        </section>
      )}
    </>
  );
  if (isOut) return <div className="newsletter-form">{shown}</div>;
  return (
    <>
      {/* Saved for the first time, it comes back with another address, and as it was sent. */}
      <Form
        className="newsletter-form"
        {...form.props}
        isSending={!newsletter && form.props.isSending}
      >
        <DraftPlace notices={Number(draft.restoredAt !== undefined)}>
          {draft.restoredAt && <DraftNotice text={draft} at={draft.restoredAt} />}
        </DraftPlace>
        {isOfOther && (
          <Notice title="It was saved elsewhere since you wrote this">
            What you typed is still here. Save it to put it in place of what was saved, or start
            fresh to read that.
          </Notice>
        )}
        <Field label="Subject" error={form.errors.subject}>
          <TextInput
            name="subject"
            maxLength={150}
            value={words.subject}
            onChange={({ target }) => draft.set({ subject: target.value })}
          />
        </Field>
        <Field
          label="Text"
          hint="Markdown: # headings, lists, **strong**, *slanted*, [links](https://…). Pictures, tables and HTML are refused with their line."
          error={form.errors.text}
        >
          <Textarea
            name="text"
            rows={16}
            value={words.text}
            onPaste={pasteWords}
            onChange={({ target }) => draft.set({ text: target.value })}
          />
        </Field>
        <FormFailure failure={form.failure}>
          {form.failure?.code === 'changed_meanwhile' && <ReadAgain />}
        </FormFailure>
        <div className="staff-list-foot">
          <Button type="submit" isBusy={form.isBusy} disabled={!form.isReady}>
            Save the draft
          </Button>
          {newsletter && <Remove newsletter={newsletter} onRemoved={draft.finish} />}
        </div>
      </Form>
      <div className="newsletter-form">{shown}</div>
    </>
  );
}

type RemoveProps = {
  newsletter: Newsletter;
  /** Unsaved text is removed as well, from this device too. */
  onRemoved(): void;
};

function Remove({ newsletter: { id, version }, onRemoved }: RemoveProps) {
  const act = useStaffAct();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Remove the draft
      </Button>
      <ConfirmDialog
        title="Remove this draft?"
        description="Its words are gone then. The log keeps its subject."
        confirmLabel="Remove it"
        isDestructive
        isBusy={act.isBusy}
        open={isOpen}
        onOpenChange={setOpen}
        onConfirm={async () => {
          if (await act.run('remove-newsletter', { id, version })) {
            onRemoved();
            goTo('/staff/newsletter');
          }
          setOpen(false);
        }}
      />
      {act.failure && (
        <Notice tone="danger" title={act.failure}>
          {act.isOutdated && <ReadAgain />}
        </Notice>
      )}
    </>
  );
}
