import { useRef, useState } from 'react';
import { useDraft } from '#app/drafts/use-draft.ts';
import { readStoredSession } from '#app/session/stored-session.ts';
import type { WordProblem, WordValues } from '#domain/site/word-kinds.ts';
import type { WordsOfKind } from '#domain/staff/words.ts';
import { useStaffCall } from '../calls.tsx';
import { halfTypedIn, halfTypedWords } from './half-typed.ts';

/** The server state from which the typed words started. */
const stateOf = ({ version, draft }: WordsOfKind) => `${version}.${draft?.revision ?? 0}`;
const revisionOf = (state: string | null) => Number(state?.split('.')[1] ?? 0);
const isWhole = (values: unknown): values is WordValues =>
  typeof values === 'object' && values !== null && !Array.isArray(values);
const areSame = (one: WordValues, other: WordValues) =>
  JSON.stringify(one) === JSON.stringify(other);

type Doing = 'save' | 'preview' | 'publish' | 'remove';

/** Words being edited: stored on this device as they are typed, and on the site when they are saved. */
export function useWordsDraft(words: WordsOfKind, onDone: (said: string) => void) {
  const { name, draft, version } = words;
  const call = useStaffCall();
  const text = useDraft<WordValues>(
    `words-draft:${readStoredSession()?.userId}:${name}`,
    { values: draft?.content ?? words.beginning, version: stateOf(words) },
    { isWhole, areSame },
  );
  /** The site's state as far as known here, including what this form has saved. */
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

  /** Resolves to the site's new revision; undefined if it was refused or something is missing. */
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
    if (what === 'remove') {
      await removeDraft();
      return setDoing(undefined);
    }
    // Opened directly on the press: browsers would block it later.
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
    // This form saved the draft: without it, everything is as it was loaded.
    text.startFresh();
    setKnown(stateOf(words));
    setProblems([]);
    setPreview(undefined);
    setFailure(undefined);
    setSaid(done);
  }

  function goTo(path: string) {
    // After React has rendered what the problem opens.
    requestAnimationFrame(() =>
      place.current
        ?.querySelector<HTMLElement>(`[data-path="${path}"] :is(input, textarea, select, summary)`)
        ?.focus(),
    );
  }

  /** Somebody else was faster: what was typed stays, and is compared with what they left. */
  function keepMine() {
    text.rebase({ values: draft?.content ?? words.beginning, version: known });
    setFailure(undefined);
  }

  return {
    text,
    place,
    doing,
    failure,
    problems,
    preview,
    publishing,
    said,
    isOfOther,
    isSaved: revisionOf(known) > 0,
    run,
    goTo,
    keepMine,
    stopPublishing: () => setPublishing(undefined),
  };
}
