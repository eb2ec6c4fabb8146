import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import { useForm } from '#app/ui/use-form.ts';
import { savedNoteSchema } from '#domain/candidates/candidate.ts';
import { noteText } from '#domain/candidates/candidate-rules.ts';
import { lengthOf } from '#domain/text/text-length.ts';
import type { SeenNote, Written } from './saved-candidates.ts';

const refusals = {
  failed: 'The note was not saved. Try again.',
  changed:
    'The note was changed since you opened it. What you typed is still here: save again to put it in place of this one.',
  gone: 'The note was not saved: the candidate is no longer open to you, or your membership has ended. What you typed is still here.',
};

type SavedNoteFormProps = {
  kept: SeenNote;
  isShared: boolean;
  write(note: string, seen: SeenNote): Promise<Written>;
  onClose(): void;
};

export default function SavedNoteForm({ kept, isShared, write, onClose }: SavedNoteFormProps) {
  const [typed, setTyped] = useState(kept.note);
  // What this note would overwrite: the original, and what the person has been told about since.
  const [seen, setSeen] = useState(kept);
  const [theirs, setTheirs] = useState('');
  const form = useForm(savedNoteSchema, async ({ note }) => {
    const became = await write(note, seen);
    if (became.kind === 'written') {
      onClose();
      return undefined;
    }
    if (became.kind === 'changed') {
      setSeen(became.now);
      setTheirs(became.now.note || 'No note');
    }
    return { code: '', message: refusals[became.kind] };
  });
  return (
    <Form className="saved-note" {...form.props}>
      <FormFailure failure={form.failure} />
      {theirs && (
        <p className="saved-note-text" dir="auto">
          {theirs}
        </p>
      )}
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
          autoFocus
          value={typed}
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
    </Form>
  );
}
