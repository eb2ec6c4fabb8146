import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { TextInput } from '#app/ui/text-input.tsx';

/** What was typed is looked for after so long, or with Enter. */
const pauseInTyping = 300;

/** Looks for a person or for words in all conversations; it stands in the address. */
export function ConversationSearch({ sought }: { sought: string }) {
  const [, setSearch] = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  const pause = useRef<number>(undefined);
  const latest = useRef(sought);

  function look() {
    clearTimeout(pause.current);
    const words = field.current?.value.trim() ?? '';
    if (words === latest.current) return;
    // The way back leads from all that was looked for to the list.
    const replace = latest.current !== '';
    latest.current = words;
    setSearch(words ? { q: words } : {}, { replace, preventScrollReset: true });
  }

  // Synchronises the field with an address that a link or the way back has changed.
  useEffect(() => {
    if (sought === latest.current) return;
    clearTimeout(pause.current);
    latest.current = sought;
    if (!field.current) return;
    field.current.value = sought;
    // A link that was pressed where nothing was found has gone with those words.
    if (document.activeElement === document.body) field.current.focus();
  }, [sought]);

  // Synchronises with its end.
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
          onChange={() => {
            clearTimeout(pause.current);
            pause.current = window.setTimeout(look, pauseInTyping);
          }}
        />
      </form>
    </search>
  );
}
