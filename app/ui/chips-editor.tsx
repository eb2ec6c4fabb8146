import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { addChips } from './add-chips.ts';
import { useFieldControl } from './field.tsx';

type ChipsEditorProps = {
  value: readonly string[];
  onChange(value: string[]): void;
  limit: number;
  onLimitReached?(limit: number): void;
  /** Longest entry, in characters. */
  maxLength?: number;
  suggestions?: readonly string[];
  placeholder?: string;
  disabled?: boolean;
};

/** Edits a list of short texts. Enter or a comma adds; Backspace in an empty box takes back. */
export function ChipsEditor({
  value,
  onChange,
  limit,
  onLimitReached,
  maxLength,
  suggestions = [],
  placeholder,
  disabled,
}: ChipsEditorProps) {
  const [typed, setTyped] = useState('');
  const [change, setChange] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const control = useFieldControl();
  const listId = useId();

  function add() {
    const result = addChips(value, typed, limit);
    if (result.isLimitReached) onLimitReached?.(limit);
    else setTyped('');
    if (result.chips.length > value.length) {
      setChange(`Added ${result.chips.slice(value.length).join(', ')}`);
      onChange(result.chips);
    }
  }

  function remove(chip: string) {
    onChange(value.filter((other) => other !== chip));
    setChange(`Removed ${chip}`);
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = value.at(-1);
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && typed === '' && last) remove(last);
  }

  return (
    <div className="chips" data-disabled={disabled || undefined}>
      {value.length > 0 && (
        <ul className="chips-list">
          {value.map((chip) => (
            <li className="chip" key={chip}>
              {chip}
              <button type="button" disabled={disabled} onClick={() => remove(chip)}>
                <X aria-hidden="true" />
                <span className="sr-only">Remove {chip}</span>
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
          {...{ placeholder, disabled, maxLength }}
          autoComplete="off"
          enterKeyHint="done"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="button button-secondary"
          disabled={disabled || typed.trim() === ''}
          onClick={add}
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
      <p className="sr-only" role="status">
        {change}
      </p>
    </div>
  );
}
