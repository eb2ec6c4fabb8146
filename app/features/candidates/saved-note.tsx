import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { savedNoteSchema } from '#domain/candidate.ts';
import { noteText } from '#domain/candidate-rules.ts';
import { lengthOf } from '#domain/text-length.ts';
import type { useSavedCandidates } from './saved-candidates.ts';

type SavedNoteProps = { id: string; saved: ReturnType<typeof useSavedCandidates> };

/** A remark that only its writer sees. */
export default function SavedNote({ id, saved }: SavedNoteProps) {
  const kept = saved.saved?.find(({ profile_id }) => profile_id === id)?.note ?? '';
  const [typed, setTyped] = useState<string>();
  const form = useForm(savedNoteSchema, async ({ note }) => {
    const isWritten = await saved.writeNote(id, note);
    if (!isWritten) return { code: '', message: 'The note was not saved. Try again.' };
    setTyped(undefined);
  });

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
    <form className="saved-note" {...form.props}>
      <FormFailure failure={form.failure} />
      <Field
        label="Private note"
        hint="Only you see it"
        error={form.errors.note}
        counter={{ length: lengthOf(typed), max: noteText.most }}
      >
        <Textarea
          name="note"
          rows={3}
          dir="auto"
          value={typed}
          readOnly={form.isBusy}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <p className="saved-note-actions">
        <Button type="submit" size="small" isBusy={form.isBusy}>
          Save the note
        </Button>
        <Button variant="quiet" size="small" onClick={() => setTyped(undefined)}>
          Cancel
        </Button>
      </p>
    </form>
  );
}
