import { type FormEvent, useState } from 'react';
import { dropDraft, readDraft, writeDraft } from '#app/drafts/draft.ts';
import { readStoredSession } from '#app/session/stored-session.ts';

type Texts = Readonly<Record<string, string>>;

/** What staff have typed in a place and not sent, by purpose. It survives the dialog, and the page. */
export function useKeptTexts(place: string) {
  const key = `staff-draft:${readStoredSession()?.userId}:${place}`;
  const [texts, setTexts] = useState<Texts>(() => readDraft(key, areTexts)?.values ?? {});

  function keep(next: Texts) {
    setTexts(next);
    if (Object.values(next).some(Boolean)) {
      writeDraft(key, { values: next, base: {}, version: null });
    } else dropDraft(key);
  }

  return {
    texts,
    type: (what: string, text: string) => keep({ ...texts, [what]: text }),
    /** For a form with uncontrolled, named fields. */
    follow({ target }: FormEvent) {
      if ('name' in target && 'value' in target)
        keep({ ...texts, [String(target.name)]: String(target.value) });
    },
    /** Called once it is done. */
    clear: () => keep({}),
  };
}

const areTexts = (values: unknown): values is Texts =>
  typeof values === 'object' &&
  values !== null &&
  Object.values(values).every((value) => typeof value === 'string');
