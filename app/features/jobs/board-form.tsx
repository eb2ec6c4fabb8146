import { jobs } from '#app/content/jobs.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { jobTypes } from '#domain/job-facts.ts';
import type { JobSearch } from '#domain/job-search.ts';

const words = jobs.search;
const types = [
  { value: '', label: words.all },
  ...jobTypes.map((type) => ({ value: type, label: type })),
];

/** A form that asks for the page again; each type is a button that sends it. */
export function BoardForm({ search }: { search: JobSearch }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers do not all know the search element yet.
    <form className="finder-form" role="search" action={`/jobs#${words.id}`} data-print="none">
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
        {/* Enter presses the first button; it must not change the type. */}
        <Button type="submit" name="type" value={search.type} data-search>
          {words.button}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend to be hidden. */}
      <div className="finder-filters" role="group" aria-label={words.filterLabel}>
        {types.map(({ value, label }) => (
          <button
            key={label}
            type="submit"
            name="type"
            value={value}
            aria-pressed={value === search.type}
          >
            {label}
          </button>
        ))}
      </div>
    </form>
  );
}
