import { Plus, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { type AddEntry, addChips, pastedEntries } from './add-chips.ts';
import { useFieldControl } from './field.tsx';

type ChipsEditorProps = {
  value: readonly string[];
  onChange(value: string[]): void;
  /** The rules of the list. */
  add: AddEntry;
  /** Called with the reason when an entry is refused. */
  onProblem?(problem: string): void;
  /** Off if entries may contain commas, such as “Durham, NC”. */
  commasSeparate?: boolean;
  /** The name under which the form finds it. */
  name?: string;
  suggestions?: readonly string[];
  placeholder?: string;
  disabled?: boolean;
};

const isThere = 'It is in the list already';

/**
 * Edits a list of short texts. Enter, a comma and leaving the box add an entry; Backspace in an empty box takes the
 * last one back.
 */
export function ChipsEditor({
  value,
  onChange,
  add: addEntry,
  onProblem,
  commasSeparate = true,
  name,
  suggestions = [],
  placeholder,
  disabled,
}: ChipsEditorProps) {
  const [typed, setTyped] = useState('');
  /** Announced without the entry itself, which is in the list already. */
  const [change, setChange] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const control = useFieldControl();
  const listId = useId();

  function add(wanted: string | string[] = typed) {
    const { entries, problem, left } = addChips(value, wanted, addEntry, commasSeparate);
    setTyped(left);
    if (problem) onProblem?.(problem);
    if (entries.length > value.length) {
      setChange(`Added: ${entries.length} in the list`);
      onChange(entries);
    } else if (!problem && String(wanted).trim()) setChange(isThere);
  }

  /** Typed text counts even if nobody pressed the button next to it. */
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (typed.trim() && !currentTarget.contains(relatedTarget)) add();
  }

  function remove(chip: string) {
    onChange(value.filter((other) => other !== chip));
    setChange(`Removed: ${value.length - 1} in the list`);
    input.current?.focus();
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = pastedEntries(event.clipboardData.getData('text'));
    if (pasted.length < 2) return;
    event.preventDefault();
    add([typed, ...pasted]);
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = value.at(-1);
    // Enter may also confirm a word of an input method; Safari ends the composition before it reports the key, hence
    // 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter' || (event.key === ',' && commasSeparate)) {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && typed === '' && last) remove(last);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for focus leaving, and takes none.
    <div className="chips" data-disabled={disabled || undefined} onBlur={onBlur}>
      {value.length > 0 && (
        <ul className="chips-list">
          {value.map((chip) => (
            <li className="chip" key={chip}>
              <bdi>{chip}</bdi>
              <button
                type="button"
                aria-label={`Remove ${chip}`}
                disabled={disabled}
                onClick={() => remove(chip)}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="chips-entry">
        <input
          {...control}
          ref={input}
          className="input"
          list={suggestions.length > 0 ? listId : undefined}
          {...{ name, placeholder, disabled }}
          dir="auto"
          autoComplete="off"
          enterKeyHint="done"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            if (change === isThere) setChange('');
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <button
          type="button"
          className="button button-secondary"
          disabled={disabled || typed.trim() === ''}
          onClick={() => add()}
        >
          <Plus aria-hidden="true" />
          Add
        </button>
      </div>
      <datalist id={listId}>
        {suggestions
          .filter((suggestion) => !value.includes(suggestion))
          .map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
      </datalist>
      <p className={change === isThere ? 'field-hint' : 'sr-only'} role="status">
        {change}
      </p>
    </div>
  );
}
