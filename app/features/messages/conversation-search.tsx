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
    latest.current = words;
    setSearch(words ? { q: words } : {}, { replace: true, preventScrollReset: true });
  }

  // Synchronises the field with an address that a link or the way back has changed.
  useEffect(() => {
    if (sought === latest.current) return;
    clearTimeout(pause.current);
    latest.current = sought;
    if (field.current) field.current.value = sought;
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
