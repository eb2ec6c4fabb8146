import { useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Sending } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import type { WordValues } from '#domain/site/word-kinds.ts';
import type { WordsOfKind } from '#domain/staff/words.ts';
import { useKeptTexts } from '../use-kept-texts.ts';
import { useStaffAct } from '../use-staff-act.ts';
import { halfTypedIn, halfTypedWords } from './half-typed.ts';
import { wordDifferences } from './word-differences.ts';
import { nameOfNewest, WordDifferences } from './word-differences-list.tsx';
import { asMoment } from './word-fields.tsx';

type PublishDialogProps = {
  words: WordsOfKind;
  values: WordValues;
  revision: number;
  onClose(): void;
  /** Somebody published or drafted in the meantime: reloads their version, and keeps what was typed. */
  onOutdated(): void;
  onDone(said: string): void;
};

/** What will change, when, and why. */
export function PublishDialog({
  words,
  values,
  revision,
  onClose,
  onOutdated,
  onDone,
}: PublishDialogProps) {
  const act = useStaffAct();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const moment = useRef<HTMLDivElement>(null);
  const { name, version, fields, latest, counts } = words;
  const said = useKeptTexts(`publish ${name}`);
  const note = said.texts.note ?? '';
  // A scheduled version may be published unchanged, to take effect at once.
  if (!words.comes_at && wordDifferences(fields, latest, values).length === 0) {
    return <NothingToPublish onClose={onClose} />;
  }

  async function publish() {
    const halfTyped = halfTypedIn(moment.current);
    setWrong(halfTyped && halfTypedWords);
    if (halfTyped) return halfTyped.focus();
    const from = asMoment(typed);
    const body = { kind: name, version, revision, note, ...(from && { from }) };
    if (!(await act.run('publish-words', body))) return;
    said.clear();
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
      {act.failure && (
        <Notice tone="danger" title={act.failure}>
          {act.isOutdated && (
            <Button variant="secondary" size="small" className="mt-2" onClick={onOutdated}>
              Read it again
            </Button>
          )}
        </Notice>
      )}
      <Sending value={act.isBusy}>
        <Field label="What you changed, for the history" isOptional>
          <TextInput
            value={note}
            maxLength={300}
            onChange={({ target }) => said.type('note', target.value)}
          />
        </Field>
        {counts === 'by-day-and-told' && (
          <Notice title="Everybody with a confirmed address gets an email about it">
            It counts from the day that you chose. Until then the page says what will change.
          </Notice>
        )}
        {!counts && (
          <div ref={moment}>
            <Field
              label="From"
              hint="In your own time zone. Leave it empty to publish at once"
              error={wrong}
              isOptional
            >
              <TextInput
                type="datetime-local"
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            </Field>
          </div>
        )}
      </Sending>
      <WordDifferences
        fields={fields}
        before={latest}
        after={values}
        names={[nameOfNewest(words), 'Then']}
      />
    </Dialog>
  );
}

function NothingToPublish({ onClose }: Pick<PublishDialogProps, 'onClose'>) {
  return (
    <Dialog
      title="Nothing to publish"
      description="The draft is the same as what is published."
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      actions={
        <Button variant="secondary" onClick={onClose}>
          Go back
        </Button>
      }
    />
  );
}
