import { useEffect, useRef } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { TextInput } from '#app/ui/text-input.tsx';

/** Searches after this pause in typing, or on Enter. */
const pauseInTyping = 300;

/** Searches all conversations for a person or for words; the search is in the address. */
export function ConversationSearch({ sought }: { sought: string }) {
  const [, setSearch] = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  const pause = useRef<number>(undefined);
  const latest = useRef(sought);
  // A search would take somebody back who has just followed a link.
  const isLeaving = useRef(false);
  isLeaving.current = useNavigation().state !== 'idle';

  function lookLater() {
    clearTimeout(pause.current);
    pause.current = window.setTimeout(
      () => (isLeaving.current ? lookLater() : look()),
      pauseInTyping,
    );
  }

  function look() {
    clearTimeout(pause.current);
    const words = field.current?.value.trim() ?? '';
    if (words === latest.current) return;
    // Replaces further searches, so that going back leads straight to the list.
    const replace = latest.current !== '';
    latest.current = words;
    setSearch(words ? { q: words } : {}, { replace, preventScrollReset: true });
  }

  // Synchronises the field with an address changed by a link or the back button.
  useEffect(() => {
    if (sought === latest.current) return;
    clearTimeout(pause.current);
    latest.current = sought;
    if (!field.current) return;
    field.current.value = sought;
    // The link for an empty result disappeared when it was pressed.
    if (document.activeElement === document.body) field.current.focus();
  }, [sought]);

  // Synchronises with unmounting.
  useEffect(() => () => clearTimeout(pause.current), []);

  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          look();
        }}
      >
        <TextInput
          ref={field}
          type="search"
          aria-label="Search your conversations"
          placeholder="Name or words"
          defaultValue={sought}
          maxLength={100}
          enterKeyHint="search"
          onChange={lookLater}
        />
      </form>
    </search>
  );
}
