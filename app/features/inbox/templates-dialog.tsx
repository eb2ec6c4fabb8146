import { useRef, useState } from 'react';
import { openData } from '#app/data/open-data.ts';
import { useMessageDraft } from '#app/drafts/message-draft.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Textarea, TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { inboxTexts } from '#domain/applications/inbox.ts';
import { lengthOf } from '#domain/text/text-length.ts';
import { readTemplates } from './detail.ts';
import { mayAnswer, readOwnCompanies } from './own-companies.ts';
import { useTell } from './use-tell.ts';

/** Texts that a company uses often, shared by the team. */
export default function TemplatesDialog({ onClose }: { onClose(): void }) {
  const templates = useLoading(async () => readTemplates(await openData()));
  const companies = useLoading(readOwnCompanies).state.data?.filter(mayAnswer) ?? [];
  const [company, setCompany] = useState('');
  const userId = useAuth().user?.id ?? '';
  // They outlive the dialog, which a single key closes.
  const [name, body] = [
    useMessageDraft(userId, 'template-name'),
    useMessageDraft(userId, 'template-words'),
  ];
  const first = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [leaving, setLeaving] = useState<{ id: string; name: string }>();
  const tell = useTell();
  const length = lengthOf(body.text.trim());
  const companyId = company || companies[0]?.id;
  const { state } = templates;
  const place = useKeptFocus<HTMLUListElement>(state.data?.length);

  async function keep() {
    setBusy(true);
    const isDone = await tell(async (client) => {
      const { error } = await client
        .from('application_templates')
        .insert({ company_id: companyId ?? '', name: name.text.trim(), body: body.text.trim() });
      if (error?.code === '23505') throw new Error('There is already a template with this name.');
      if (error) throw error;
    });
    setBusy(false);
    if (!isDone) return;
    name.clear();
    body.clear();
    // Empty fields disable the button that was pressed.
    first.current?.focus();
    toast({ title: 'Template kept' });
    templates.again();
  }
  async function remove(id: string) {
    setBusy(true);
    const isDone = await tell(async (client) => {
      const { error } = await client.from('application_templates').delete().eq('id', id);
      if (error) throw error;
    });
    setBusy(false);
    setLeaving(undefined);
    if (!isDone) return;
    toast({ title: 'Template removed' });
    templates.again();
  }

  return (
    <Dialog
      title="Templates"
      description="Answers that your team sends often. {name} and {job} become the applicant’s name and the job’s title."
      open
      onOpenChange={onClose}
    >
      {state.kind === 'waiting' && <Skeleton lines={3} label="Loading the templates…" />}
      {state.failure && (
        <LoadFailure
          title="The templates could not be loaded"
          failure={state.failure}
          again={templates.again}
        />
      )}
      {state.data?.length === 0 && <p className="inbox-small">There are none yet.</p>}
      <ul className="inbox-history" ref={place} tabIndex={-1} aria-label="Templates">
        {state.data?.map((template) => (
          <li key={template.id}>
            <p>
              <b>{template.name}</b>
              {companies.length > 0 && (
                <Button variant="quiet" size="small" onClick={() => setLeaving(template)}>
                  Remove<span className="sr-only"> {template.name}</span>
                </Button>
              )}
            </p>
            <p className="inbox-text" dir="auto">
              {template.body}
            </p>
          </li>
        ))}
      </ul>
      {companyId && (
        <Form
          isSending={isBusy}
          className="inbox-form"
          onSubmit={(event) => {
            event.preventDefault();
            void keep();
          }}
        >
          {companies.length > 1 && (
            <Field label="Company">
              <Select
                autoFocus
                value={companyId}
                options={companies.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(event) => setCompany(event.target.value)}
              />
            </Field>
          )}
          <Field label="Name">
            <TextInput
              ref={first}
              // The form comes later than the dialog, which until then can only be closed.
              autoFocus={companies.length === 1}
              value={name.text}
              maxLength={inboxTexts.templateName.most}
              onChange={(event) => name.type(event.target.value)}
            />
          </Field>
          <Field label="Words" counter={{ length, max: inboxTexts.template.most }}>
            <Textarea
              rows={4}
              dir="auto"
              value={body.text}
              onChange={(event) => body.type(event.target.value)}
            />
          </Field>
          <Button
            type="submit"
            size="small"
            isBusy={isBusy}
            disabled={!name.text.trim() || length < 1 || length > inboxTexts.template.most}
          >
            Keep the template
          </Button>
        </Form>
      )}
      <ConfirmDialog
        title={
          <>
            Remove “<bdi>{leaving?.name}</bdi>”?
          </>
        }
        description="Nobody on your team will be able to choose it any more. This cannot be undone."
        confirmLabel="Remove"
        isDestructive
        isBusy={isBusy}
        open={leaving !== undefined}
        onOpenChange={() => setLeaving(undefined)}
        onConfirm={() => leaving && remove(leaving.id)}
      />
    </Dialog>
  );
}
