import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { savedNoteSchema } from '#domain/candidate.ts';
import { noteText } from '#domain/candidate-rules.ts';
import { lengthOf } from '#domain/text-length.ts';
import type { Written } from './saved-candidates.ts';

const refusals = {
  failed: 'The note was not saved. Try again.',
  gone: 'The note was not saved: the candidate is no longer open to you, or your membership has ended. What you typed is still here.',
};

type SavedNoteFormProps = {
  kept: string;
  isShared: boolean;
  write(note: string): Promise<Written>;
  onClose(): void;
};

export default function SavedNoteForm({ kept, isShared, write, onClose }: SavedNoteFormProps) {
  const [typed, setTyped] = useState(kept);
  const form = useForm(savedNoteSchema, async ({ note }) => {
    const became = await write(note);
    if (became !== 'written') return { code: '', message: refusals[became] };
    onClose();
  });
  return (
    <form className="saved-note" {...form.props}>
      <FormFailure failure={form.failure} />
      <Field
        label={isShared ? 'Note for the team' : 'Private note'}
        hint={isShared ? 'The recruiters of your team see it' : 'Only you see it'}
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
        <Button variant="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
      </p>
    </form>
  );
}
