import { useMemo } from 'react';
import { DraftNotice } from '#app/drafts/draft-notice.tsx';
import { DraftPlace } from '#app/drafts/draft-place.tsx';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { WordFields } from '#domain/site/word-kinds.ts';
import type { WordsOfKind } from '#domain/staff/words.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { useWordsDraft } from './use-words-draft.ts';
import { WordFieldsForm } from './word-fields.tsx';
import { nameOfPath } from './word-place.ts';

type EditorProps = { words: WordsOfKind; mayPublish: boolean; onDone(said: string): void };
type Edited = ReturnType<typeof useWordsDraft>;

/** The fields of a kind, and what can be done with what is typed into them. */
export function WordsEditor({ words, mayPublish, onDone }: EditorProps) {
  const { fields, draft, version } = words;
  const edited = useWordsDraft(words, onDone);
  const { text, problems, failure, preview, publishing } = edited;
  const byPath = useMemo(
    () => new Map(problems.map(({ path, message }) => [path, message])),
    [problems],
  );
  return (
    <>
      <form
        ref={edited.place}
        className="words-form"
        aria-label="Words"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          edited.run('save');
        }}
      >
        <DraftPlace notices={edited.isOfOther ? 2 : Number(text.restoredAt !== undefined)}>
          {edited.isOfOther ? (
            <ChangedByOther edited={edited} />
          ) : (
            text.restoredAt && <DraftNotice text={text} at={text.restoredAt} />
          )}
        </DraftPlace>
        {draft && !text.isChanged && (
          <p className="staff-quiet">
            A draft by {draft.changed_by}
            {draft.based_on !== version && `, begun from version ${draft.based_on}`}.
          </p>
        )}
        <WordFieldsForm
          fields={fields}
          values={text.values}
          path=""
          problems={byPath}
          onChange={text.replace}
        />
        {problems.length > 0 && <Problems edited={edited} fields={fields} />}
        {failure && (
          <Notice tone="danger" title={failure.message}>
            {failure.code === 'changed_meanwhile' && (
              <Button variant="secondary" size="small" onClick={() => onDone('')}>
                Read it again
              </Button>
            )}
          </Notice>
        )}
        <Acts edited={edited} mayPublish={mayPublish} />
        <p role="status" className="staff-done">
          {edited.said}
        </p>
        {preview && (
          <p>
            <a className="link" href={preview} target="_blank" rel="noreferrer">
              Open the preview
            </a>{' '}
            <span className="staff-quiet">It works for half an hour.</span>
          </p>
        )}
      </form>
      {publishing !== undefined && (
        <PublishDialog
          words={words}
          values={text.values}
          revision={publishing}
          onClose={edited.stopPublishing}
          onOutdated={() => {
            edited.stopPublishing();
            onDone('');
          }}
          onDone={(done) => {
            text.finish();
            onDone(done);
          }}
        />
      )}
    </>
  );
}

function ChangedByOther({ edited: { keepMine, text } }: { edited: Edited }) {
  return (
    <Notice title="These words changed since you began">
      <p>What you typed is still here. Look at the history below, then choose.</p>
      <p className="staff-acts">
        <Button variant="secondary" size="small" onClick={keepMine}>
          Go on with mine
        </Button>
        <Button variant="secondary" size="small" onClick={text.startFresh}>
          Use what is there now
        </Button>
      </p>
    </Notice>
  );
}

const mostListed = 10;

function Problems({ edited: { problems, goTo }, fields }: { edited: Edited; fields: WordFields }) {
  return (
    <Notice tone="danger" title="Not ready to be published. The draft is kept.">
      <ul>
        {problems.slice(0, mostListed).map(({ path, message }) => (
          <li key={path}>
            <button type="button" className="link" onClick={() => goTo(path)}>
              {[nameOfPath(fields, path), message].filter(Boolean).join(': ')}
            </button>
          </li>
        ))}
      </ul>
      {problems.length > mostListed && <p>And {problems.length - mostListed} more.</p>}
    </Notice>
  );
}

function Acts({ edited, mayPublish }: { edited: Edited; mayPublish: boolean }) {
  const { doing, isOfOther, isSaved, run } = edited;
  // Not the button that was pressed, which would lose focus.
  const isHeld = (by: typeof doing) => doing !== undefined && doing !== by;
  return (
    <p className="staff-acts">
      <Button
        type="submit"
        variant="secondary"
        isBusy={doing === 'save'}
        disabled={isHeld('save') || isOfOther}
      >
        Save draft
      </Button>
      <Button
        variant="secondary"
        isBusy={doing === 'preview'}
        disabled={isHeld('preview') || isOfOther}
        onClick={() => run('preview')}
      >
        Preview
      </Button>
      {mayPublish && (
        <Button
          isBusy={doing === 'publish'}
          disabled={isHeld('publish') || isOfOther}
          onClick={() => run('publish')}
        >
          Publish
        </Button>
      )}
      {isSaved && (
        <Button
          variant="quiet"
          isBusy={doing === 'remove'}
          disabled={isHeld('remove')}
          onClick={() => run('remove')}
        >
          Remove the draft
        </Button>
      )}
    </p>
  );
}
