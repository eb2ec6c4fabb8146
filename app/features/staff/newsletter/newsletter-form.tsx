import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { Textarea, TextInput } from '#app/ui/text-input.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { type Newsletter, newsletterSchema } from '#domain/staff-newsletter.ts';
import { goTo } from '../address.ts';
import { useStaffCall } from '../calls.tsx';
import { useStaffAct } from '../use-staff-act.ts';
import { MailPreview } from './mail-preview.tsx';

type NewsletterFormProps = { newsletter: Newsletter | undefined; onSaved(id: string): void };
type Preview = { subject: string; html: string; text: string };

/** The words of a newsletter, and how they will look. What went out stays as it was. */
export function NewsletterForm({ newsletter, onSaved }: NewsletterFormProps) {
  const call = useStaffCall();
  const act = useStaffAct();
  const isOut = newsletter !== undefined && newsletter.progress.state !== 'draft';
  const [words, setWords] = useState({
    subject: newsletter?.subject ?? '',
    text: newsletter?.text ?? '',
  });
  const [preview, setPreview] = useState<Preview>();
  const form = useForm(newsletterSchema, async (values) => {
    const answer = await call<{ id: string }>('save-newsletter', {
      ...values,
      ...(newsletter && { id: newsletter.id, version: newsletter.version }),
    });
    if ('failure' in answer) return answer.failure;
    onSaved(answer.data.id);
  });

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
            label="Parts of the mail"
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
      <form className="newsletter-form" {...form.props}>
        <Field label="Subject" error={form.errors.subject}>
          <TextInput
            name="subject"
            maxLength={150}
            defaultValue={words.subject}
            onChange={({ target }) => setWords({ ...words, subject: target.value })}
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
            defaultValue={words.text}
            onChange={({ target }) => setWords({ ...words, text: target.value })}
          />
        </Field>
        <FormFailure failure={form.failure} />
        <div className="staff-list-foot">
          <Button type="submit" isBusy={form.isBusy} disabled={!form.isReady}>
            Save the draft
          </Button>
          {newsletter && <Remove id={newsletter.id} />}
        </div>
      </form>
      <div className="newsletter-form">{shown}</div>
    </>
  );
}

function Remove({ id }: { id: string }) {
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
          if (await act.run('remove-newsletter', { id })) goTo('/staff/newsletter');
        }}
      />
      {act.failure && <Notice tone="danger">{act.failure}</Notice>}
    </>
  );
}
