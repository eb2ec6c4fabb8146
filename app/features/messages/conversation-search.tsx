import { useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { TextInput } from '#app/ui/text-input.tsx';
import { usePauseInTyping } from '#app/ui/use-pause.ts';

/** Searches after this pause in typing, or on Enter. */
const pauseInTyping = 300;

/** Searches all conversations for a person or for words; the search is in the address. */
export function ConversationSearch({ sought }: { sought: string }) {
  const [, setSearch] = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  const pause = usePauseInTyping(look);
  const latest = useRef(sought);

  function look() {
    pause.cancel();
    const words = field.current?.value.trim() ?? '';
    if (words === latest.current) return;
    // Replaces further searches, so that going back leads straight to the list.
    const replace = latest.current !== '';
    latest.current = words;
    setSearch(words ? { q: words } : {}, { replace, preventScrollReset: true });
  }

  const dropPause = useEffectEvent(pause.cancel);
  // Synchronises the field with an address changed by a link or the back button.
  useEffect(() => {
    if (sought === latest.current) return;
    dropPause();
    latest.current = sought;
    if (!field.current) return;
    field.current.value = sought;
    // The link for an empty result disappeared when it was pressed.
    if (document.activeElement === document.body) field.current.focus();
  }, [sought]);

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
          onChange={() => pause.later(pauseInTyping)}
        />
      </form>
    </search>
  );
}
