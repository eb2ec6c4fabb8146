import { useRef, useState } from 'react';
import { useMessageDraft } from '#app/drafts/message-draft.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useKeptFocus } from '#app/ui/use-kept-focus.ts';
import { timeAgo } from '#app/ui/when.ts';
import { inboxTexts } from '#domain/applications/inbox.ts';
import { lengthOf } from '#domain/text/text-length.ts';
import type { ApplicationDetail } from './detail.ts';
import { noteDraft } from './unsent.tsx';
import { useTell } from './use-tell.ts';

/** The team's internal notes. */
export function Notes({ it, onChanged }: { it: ApplicationDetail; onChanged(): void }) {
  const { user } = useAuth();
  // Nothing is lost if the panel, or the page, is closed by mistake.
  const draft = useMessageDraft(user?.id ?? '', noteDraft(it.id));
  const [isBusy, setBusy] = useState(false);
  const [leaving, setLeaving] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useKeptFocus<HTMLUListElement>(it.notes.length);
  const tell = useTell();
  const body = draft.text.trim();

  async function write() {
    setBusy(true);
    const isDone = await tell(async (client) => {
      const { error } = await client
        .from('application_notes')
        .insert({ application_id: it.id, body });
      if (error) throw error;
    });
    setBusy(false);
    if (!isDone) return;
    draft.clear();
    // An empty field disables the button that was pressed.
    field.current?.focus();
    toast({ title: 'Note added' });
    onChanged();
  }
  async function remove(id: string) {
    setBusy(true);
    const isDone = await tell(async (client) => {
      const { error } = await client.from('application_notes').delete().eq('id', id);
      if (error) throw error;
    });
    setBusy(false);
    setLeaving(undefined);
    if (!isDone) return;
    toast({ title: 'Note removed' });
    onChanged();
  }

  if (!it.may_act && it.notes.length === 0) return null;
  return (
    <section>
      <h3>Notes of the team</h3>
      <ul className="inbox-history" ref={list} tabIndex={-1} aria-label="Notes of the team">
        {it.notes.map((note) => (
          <li key={note.id}>
            <p className="inbox-text" dir="auto">
              {note.body}
            </p>
            <p className="inbox-small">
              <bdi>{note.by}</bdi>, {timeAgo(note.created_at)}
              {note.is_mine && it.may_act && (
                <Button variant="quiet" size="small" onClick={() => setLeaving(note.id)}>
                  Remove<span className="sr-only"> the note: {note.body.slice(0, 60)}</span>
                </Button>
              )}
            </p>
          </li>
        ))}
      </ul>
      {it.may_act && (
        <Form
          isSending={isBusy}
          onSubmit={(event) => {
            event.preventDefault();
            void write();
          }}
        >
          <Field
            label="A note"
            hint="Your team reads it. The applicant does not."
            counter={{ length: lengthOf(body), max: inboxTexts.note.most }}
          >
            <Textarea
              ref={field}
              rows={2}
              dir="auto"
              value={draft.text}
              onChange={(event) => draft.type(event.target.value)}
            />
          </Field>
          <Button
            type="submit"
            variant="secondary"
            size="small"
            isBusy={isBusy}
            disabled={!body || lengthOf(body) > inboxTexts.note.most}
          >
            Add the note
          </Button>
        </Form>
      )}
      <ConfirmDialog
        title="Remove this note?"
        description="It goes for everybody on your team. This cannot be undone."
        confirmLabel="Remove"
        isDestructive
        isBusy={isBusy}
        open={leaving !== undefined}
        onOpenChange={() => setLeaving(undefined)}
        onConfirm={() => leaving && remove(leaving)}
      />
    </section>
  );
}
