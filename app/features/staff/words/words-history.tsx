import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import type { WordValues } from '#domain/site/word-kinds.ts';
import type { WordsOfKind, WordVersionRow } from '#domain/staff/words.ts';
import { useStaffRead } from '../calls.tsx';
import { momentInWords } from '../moment.tsx';
import { useStaffAct } from '../use-staff-act.ts';
import { useStaffPages } from '../use-staff-pages.ts';
import { wordDifferences } from './word-differences.ts';
import { nameOfNewest, WordDifferences } from './word-differences-list.tsx';

type HistoryProps = { words: WordsOfKind; mayPublish: boolean; onDone(said: string): void };

/** Every version, and how to return to it. Nothing is ever lost: returning creates a new version. */
export function WordsHistory({ words, mayPublish, onDone }: HistoryProps) {
  const { list, more } = useStaffPages<WordVersionRow>({
    name: 'word-versions',
    question: { filters: { kind: words.name } },
    version: words.version,
  });
  const [chosen, setChosen] = useState<number>();
  const { state } = list;

  return (
    <section className="staff-part" aria-labelledby="words-history">
      <h2 id="words-history">History</h2>
      {state.kind === 'waiting' && <Skeleton lines={3} />}
      {state.failure && (
        <LoadFailure
          title="The history could not be loaded"
          failure={state.failure}
          again={list.again}
        />
      )}
      {state.data && (
        <ol className="words-versions">
          {state.data.rows.map((row) => (
            <li key={row.version}>
              <p>
                <b>Version {row.version}</b>
                {row.version === words.version && '\u00a0· the newest'}
                {row.is_first && '\u00a0· the words that the site came with'}
              </p>
              <p className="staff-quiet">
                {momentInWords(row.published_at)} by {row.published_by}
                {row.note && `\u00a0· ${row.note}`}
              </p>
              {row.version !== words.version && (
                <Look version={row.version} onPress={() => setChosen(row.version)} />
              )}
            </li>
          ))}
          <li>
            <p>
              <b>Original version</b>
              {words.version === 0 && '\u00a0· published now'}
            </p>
            {words.version > 0 && <Look version={0} onPress={() => setChosen(0)} />}
          </li>
        </ol>
      )}
      {state.data && <ShowMore hasMore={Boolean(state.data.next)} more={more} />}
      {chosen !== undefined && (
        <Version
          words={words}
          version={chosen}
          mayPublish={mayPublish}
          onClose={() => setChosen(undefined)}
          onDone={(said) => {
            setChosen(undefined);
            onDone(said);
          }}
        />
      )}
    </section>
  );
}

function Look({ version, onPress }: { version: number; onPress(): void }) {
  return (
    <Button variant="quiet" size="small" onClick={onPress}>
      Compare, or go back to it
      <span className="sr-only">
        {version === 0 ? ': as the site came' : `: version ${version}`}
      </span>
    </Button>
  );
}

type VersionProps = HistoryProps & { version: number; onClose(): void };

function Version({ words, version, mayPublish, onClose, onDone }: VersionProps) {
  const read = useStaffRead();
  const act = useStaffAct();
  const { name, fields, latest } = words;
  const { state } = useLoading(
    () => read<{ content: WordValues }>('word-version', { kind: name, version }),
    { key: String(version) },
  );
  // A scheduled version may be restored unchanged, to take effect at once.
  const isSame =
    state.data &&
    !words.comes_at &&
    wordDifferences(fields, latest, state.data.content).length === 0;
  const called = version === 0 ? 'Original version' : `Version ${version}`;

  async function restore() {
    const body = { kind: name, version: words.version, restored: version, note: called };
    if (await act.run('restore-words', body)) onDone(`Published again: ${called}.`);
  }

  /** Words with an effective day cannot simply be restored: they need a new day. */
  async function beginDraft() {
    const revision = words.draft?.revision ?? 0;
    const { effective, changes } = words.beginning;
    const content = { ...state.data?.content, effective, changes };
    const body = { kind: name, content, revision, basedOn: words.version };
    if (await act.run('draft-words', body)) onDone(`A draft with ${called} is ready above.`);
  }

  return (
    <Dialog
      title={called}
      description="What changes if these words come back."
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {words.counts && (
            <Button
              variant={words.comes_at ? 'secondary' : 'primary'}
              isBusy={act.isBusy}
              disabled={!state.data}
              onClick={beginDraft}
            >
              Begin a draft with it
            </Button>
          )}
          {mayPublish && !isSame && (!words.counts || words.comes_at) && (
            <Button isBusy={act.isBusy} disabled={!state.data} onClick={restore}>
              Go back to it
            </Button>
          )}
        </>
      }
    >
      {words.counts && words.draft && (
        <Notice title={`There is a draft by ${words.draft.changed_by}`}>
          To begin another takes its place. Look at it first.
        </Notice>
      )}
      {state.kind === 'waiting' && <Skeleton lines={4} />}
      {(state.failure || act.failure) && (
        <Notice tone="danger">{act.failure ?? state.failure?.message}</Notice>
      )}
      {state.data && (
        <WordDifferences
          fields={fields}
          before={latest}
          after={state.data.content}
          names={[nameOfNewest(words), called]}
        />
      )}
    </Dialog>
  );
}
