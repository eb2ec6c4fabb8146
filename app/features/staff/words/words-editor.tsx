import { useMemo, useRef, useState } from 'react';
import { DraftNotice } from '#app/drafts/draft-notice.tsx';
import { useDraft } from '#app/drafts/use-draft.ts';
import { readStoredSession } from '#app/session/stored-session.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { WordsOfKind } from '#domain/staff-words.ts';
import type { WordProblem, WordValues } from '#domain/word-kinds.ts';
import { useStaffCall } from '../calls.tsx';
import { halfTypedIn, halfTypedWords } from './half-typed.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { WordFieldsForm } from './word-fields.tsx';

type EditorProps = { words: WordsOfKind; mayPublish: boolean; onDone(said: string): void };

/** What of the server's the typed words were begun from. */
const stateOf = ({ version, draft }: WordsOfKind) => `${version}.${draft?.revision ?? 0}`;
const revisionOf = (state: string | null) => Number(state?.split('.')[1] ?? 0);
const isWhole = (values: unknown): values is WordValues =>
  typeof values === 'object' && values !== null && !Array.isArray(values);
const areSame = (one: WordValues, other: WordValues) =>
  JSON.stringify(one) === JSON.stringify(other);

type Doing = 'save' | 'preview' | 'publish';

/** The fields of a kind, kept on this device as they are typed, and with the site when they are saved. */
export function WordsEditor({ words, mayPublish, onDone }: EditorProps) {
  const { name, fields, draft, version } = words;
  const call = useStaffCall();
  const text = useDraft<WordValues>(
    `words-draft:${readStoredSession()?.userId}:${name}`,
    { values: draft?.content ?? words.beginning, version: stateOf(words) },
    { isWhole, areSame },
  );
  /** As the site has them, as far as is known here: what this form saved counts too. */
  const [known, setKnown] = useState(stateOf(words));
  const [doing, setDoing] = useState<Doing>();
  const [failure, setFailure] = useState<{ code: string; message: string }>();
  const [problems, setProblems] = useState<WordProblem[]>([]);
  const [preview, setPreview] = useState<string>();
  const [publishing, setPublishing] = useState<number>();
  const [said, setSaid] = useState<string>();
  const place = useRef<HTMLFormElement>(null);
  const isOfOther = text.base.version !== known && text.isChanged;
  const revisionNow = () => revisionOf(text.base.version);

  /** The revision that the site has afterwards; nothing where it was refused or something is missing. */
  async function save(): Promise<number | undefined> {
    const halfTyped = halfTypedIn(place.current);
    if (halfTyped) {
      const path = halfTyped.closest<HTMLElement>('[data-path]')?.dataset.path ?? '';
      setProblems([{ path, message: halfTypedWords }]);
      goTo(path);
      return undefined;
    }
    const [basedOn = version, revision = 0] = (text.base.version ?? '').split('.').map(Number);
    if (!text.isChanged && revision > 0 && problems.length === 0) return revision;
    const answer = await call<{ revision: number; problems: WordProblem[] }>('draft-words', {
      ...{ kind: name, content: text.values, revision, basedOn },
    });
    if ('failure' in answer) {
      setFailure(answer.failure);
      return undefined;
    }
    setFailure(undefined);
    setProblems(answer.data.problems);
    const saved = `${basedOn}.${answer.data.revision}`;
    setKnown(saved);
    text.rebase({ values: text.values, version: saved });
    if (answer.data.problems.length > 0) {
      goTo(answer.data.problems[0]?.path ?? '');
      return undefined;
    }
    return answer.data.revision;
  }

  async function run(what: Doing) {
    setDoing(what);
    setSaid(undefined);
    setPreview(undefined);
    // Opened by the press itself: later no browser allows it.
    const tab = what === 'preview' ? window.open('', '_blank') : null;
    const revision = await save();
    if (revision === undefined) tab?.close();
    else if (what === 'preview') await show(tab, revision);
    else if (what === 'publish') setPublishing(revision);
    else setSaid('The draft is saved. Nobody but staff sees it.');
    setDoing(undefined);
  }

  async function show(tab: Window | null, revision: number) {
    const answer = await call<{ address?: string; problems?: WordProblem[] }>('preview-words', {
      ...{ kind: name, revision },
    });
    const address = 'data' in answer ? answer.data.address : undefined;
    if ('failure' in answer) setFailure(answer.failure);
    if (!address) return tab?.close();
    if (tab) tab.location.href = address;
    setPreview(address);
  }

  async function removeDraft() {
    const answer = await call('remove-words-draft', { kind: name, revision: revisionNow() });
    if ('failure' in answer) return setFailure(answer.failure);
    const done = 'The draft is gone.';
    if (draft) {
      text.finish();
      return onDone(done);
    }
    // This form saved it: without it everything is as it was read.
    text.startFresh();
    setKnown(stateOf(words));
    setProblems([]);
    setPreview(undefined);
    setFailure(undefined);
    setSaid(done);
  }

  function goTo(path: string) {
    // After React has drawn what the problem opens.
    requestAnimationFrame(() =>
      place.current
        ?.querySelector<HTMLElement>(`[data-path="${path}"] :is(input, textarea, select, summary)`)
        ?.focus(),
    );
  }

  /** Somebody else was faster: what was typed stays, and is held against what they left. */
  function keepMine() {
    text.rebase({ values: draft?.content ?? words.beginning, version: known });
    setFailure(undefined);
  }

  const byPath = useMemo(
    () => new Map(problems.map(({ path, message }) => [path, message])),
    [problems],
  );
  const isBusy = doing !== undefined;
  return (
    <>
      <form
        ref={place}
        className="words-form"
        aria-label="Words"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          run('save');
        }}
      >
        {text.restoredAt && !isOfOther && <DraftNotice text={text} at={text.restoredAt} />}
        {isOfOther && (
          <Notice title="These words changed since you began">
            <p>What you typed is still here. Look at the history below, then choose.</p>
            <p className="staff-acts">
              <Button variant="secondary" size="small" onClick={keepMine}>
                Go on with mine
              </Button>
              <Button variant="secondary" size="small" onClick={text.startFresh}>
                Take what is there now
              </Button>
            </p>
          </Notice>
        )}
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
        {problems.length > 0 && (
          <Notice tone="danger" title="Not ready to be published. The draft is kept.">
            <ul>
              {problems.slice(0, 10).map(({ path, message }) => (
                <li key={path}>
                  <button type="button" className="link" onClick={() => goTo(path)}>
                    {message}
                  </button>
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {failure && (
          <Notice tone="danger" title={failure.message}>
            {failure.code === 'changed_meanwhile' && (
              <Button variant="secondary" size="small" onClick={() => onDone('')}>
                Read it again
              </Button>
            )}
          </Notice>
        )}
        <p className="staff-acts">
          <Button
            type="submit"
            variant="secondary"
            isBusy={doing === 'save'}
            disabled={isBusy || isOfOther}
          >
            Save draft
          </Button>
          <Button
            variant="secondary"
            isBusy={doing === 'preview'}
            disabled={isBusy || isOfOther}
            onClick={() => run('preview')}
          >
            Preview
          </Button>
          {mayPublish && (
            <Button
              isBusy={doing === 'publish'}
              disabled={isBusy || isOfOther}
              onClick={() => run('publish')}
            >
              Publish
            </Button>
          )}
          {revisionOf(known) > 0 && (
            <Button variant="quiet" disabled={isBusy} onClick={removeDraft}>
              Remove the draft
            </Button>
          )}
        </p>
        <p role="status" className="staff-done">
          {said}
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
          onClose={() => setPublishing(undefined)}
          onOutdated={() => {
            setPublishing(undefined);
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
