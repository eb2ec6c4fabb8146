import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import type { WordsOfKind } from '#domain/staff-words.ts';
import type { WordValues } from '#domain/word-kinds.ts';
import { useStaffAct } from '../use-staff-act.ts';
import { WordDifferences } from './word-differences-list.tsx';
import { asMoment } from './word-fields.tsx';

type PublishDialogProps = {
  words: WordsOfKind;
  values: WordValues;
  revision: number;
  onClose(): void;
  onDone(said: string): void;
};

/** What will be different, when, and why. */
export function PublishDialog({ words, values, revision, onClose, onDone }: PublishDialogProps) {
  const act = useStaffAct();
  const [note, setNote] = useState('');
  const [typed, setTyped] = useState('');
  const { name, version, fields, latest, counts } = words;

  async function publish() {
    const from = asMoment(typed);
    const body = { kind: name, version, revision, note, ...(from && { from }) };
    if (!(await act.run('publish-words', body))) return;
    if (counts) onDone('Published. It counts from the day that you chose.');
    else onDone(from ? 'Published. It shows from that moment on.' : 'Published. It shows now.');
  }

  return (
    <Dialog
      title="Publish?"
      description="This is what will be different. You can go back at any time."
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Not yet
          </Button>
          <Button isBusy={act.isBusy} onClick={publish}>
            Publish
          </Button>
        </>
      }
    >
      {act.failure && <Notice tone="danger">{act.failure}</Notice>}
      <Field label="What you changed, for the history" isOptional>
        <TextInput value={note} maxLength={300} onChange={({ target }) => setNote(target.value)} />
      </Field>
      {counts === 'by-day-and-told' && (
        <Notice title="Everybody with an account gets a mail about it">
          It counts from the day that you chose. Until then the page says what will change.
        </Notice>
      )}
      {!counts && (
        <Field label="From" hint="Empty: at once" isOptional>
          <TextInput
            type="datetime-local"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      )}
      <WordDifferences fields={fields} before={latest} after={values} names={['Now', 'Then']} />
    </Dialog>
  );
}
