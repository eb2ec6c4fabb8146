import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { savedNoteSchema } from '#domain/candidate.ts';
import { noteText } from '#domain/candidate-lists.ts';
import { lengthOf } from '#domain/text-length.ts';
import type { useSavedCandidates } from './saved-candidates.ts';

type SavedNoteProps = { id: string; saved: ReturnType<typeof useSavedCandidates> };

/** A remark that only its writer sees. */
export default function SavedNote({ id, saved }: SavedNoteProps) {
  const kept = saved.saved?.find(({ profile_id }) => profile_id === id)?.note ?? '';
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function write() {
    const parsed = savedNoteSchema.safeParse({ note: typed });
    setError(parsed.success ? undefined : parsed.error.issues[0]?.message);
    if (!parsed.success) return;
    setBusy(true);
    const isWritten = await saved.writeNote(id, parsed.data.note);
    setBusy(false);
    if (isWritten) setTyped(undefined);
    else
      toast({ title: 'Error', description: 'The note was not saved. Try again.', kind: 'error' });
  }

  if (typed === undefined) {
    return (
      <div className="saved-note">
        {kept && (
          <p className="saved-note-text" dir="auto">
            {kept}
          </p>
        )}
        <Button variant="quiet" size="small" onClick={() => setTyped(kept)}>
          {kept ? 'Change the note' : 'Add a private note'}
        </Button>
      </div>
    );
  }
  return (
    <form
      className="saved-note"
      onSubmit={(event) => {
        event.preventDefault();
        write();
      }}
    >
      <Field
        label="Private note"
        hint="Only you see it"
        error={error}
        counter={{ length: lengthOf(typed), max: noteText.most }}
      >
        <Textarea
          rows={3}
          dir="auto"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <p className="saved-note-actions">
        <Button type="submit" size="small" isBusy={isBusy}>
          Save the note
        </Button>
        <Button variant="quiet" size="small" onClick={() => setTyped(undefined)}>
          Cancel
        </Button>
      </p>
    </form>
  );
}
