import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

type FinderFormProps = {
  action: string;
  search: { q: string; type: string };
  words: { label: string; placeholder: string; button: string; filterLabel: string };
  /** `count`: how many results it has, formatted. */
  filters: readonly { label: string; type: string; count?: string }[];
  /** Further fields of the search, with names for the address. */
  children?: ReactNode;
};

/** Reloads the page with the words and one filter; each filter is a submit button. */
export function FinderForm({ action, search, words, filters, children }: FinderFormProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: not all browsers support the search element yet.
    <form className="finder-form" role="search" action={action} data-print="none">
      <div className="finder-search">
        <Field label={words.label}>
          <TextInput
            type="search"
            name="q"
            defaultValue={search.q}
            placeholder={words.placeholder}
            maxLength={100}
            autoComplete="off"
            enterKeyHint="search"
          />
        </Field>
        {/* Enter presses the first button; it must not change the filter. */}
        <Button type="submit" name="type" value={search.type} data-search>
          {words.button}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a hidden legend. */}
      <div className="finder-filters" role="group" aria-label={words.filterLabel}>
        {filters.map(({ label, type, count }) => (
          <button
            key={label}
            type="submit"
            name="type"
            value={type}
            aria-pressed={type === search.type}
            aria-description={count && `${count} found`}
          >
            {label}
            {count !== undefined && (
              <span className="finder-n" aria-hidden="true" data-n>
                {count}
              </span>
            )}
          </button>
        ))}
      </div>
      {children}
    </form>
  );
}
