import { resources } from '#app/content/resources.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { categories, featured, items } from './entries.ts';
import { FeaturedCard } from './featured-card.tsx';
import { describeCount, isFound, type Search } from './find.ts';
import { ItemRow } from './item-row.tsx';

const words = resources.search;

/** Search, filter and what they find. The enhance script does the same without a new page. */
export function Finder({ search }: { search: Search }) {
  const shows = (entry: (typeof featured | typeof items)[number]) => isFound(entry.words, search);
  const found = [...featured, ...items].filter(shows).length;
  return (
    <section className="wrap finder" id="find" aria-label={words.label} data-finder>
      <SearchForm search={search} />
      <p className="finder-count" role="status">
        {describeCount(found, featured.length + items.length)}
      </p>
      <div data-empty hidden={found > 0}>
        <EmptyState
          title={words.empty.title}
          action={
            <ButtonLink variant="secondary" href="/resources#find" data-clear>
              {words.clear}
            </ButtonLink>
          }
        >
          {words.empty.text} {words.noCaseStudies.text}{' '}
          <Link href="#case-studies">{words.noCaseStudies.link}</Link>
        </EmptyState>
      </div>
      <div data-group hidden={!featured.some(shows)}>
        <h2>{resources.featured.title}</h2>
        <ul className="featured">
          {featured.map((resource) => (
            <FeaturedCard key={resource.title} resource={resource} isHidden={!shows(resource)} />
          ))}
        </ul>
      </div>
      <div data-group hidden={!items.some(shows)}>
        <h2>{words.title}</h2>
        <ul className="items">
          {items.map((item) => (
            <ItemRow key={item.slug} item={item} isHidden={!shows(item)} />
          ))}
        </ul>
        {items.some(({ sample }) => sample) && (
          <p className="mt-4 text-sm text-muted">{words.sampleNote}</p>
        )}
      </div>
    </section>
  );
}

function SearchForm({ search }: { search: Search }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers do not all know the search element yet.
    <form className="finder-form" role="search" action="/resources#find" data-print="none">
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
        {/* Enter presses the first button; it must not change the category. */}
        <Button type="submit" name="type" value={search.type} data-search>
          {words.button}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend to be hidden. */}
      <div className="finder-filters" role="group" aria-label={words.filterLabel}>
        {categories.map(({ label, type }) => (
          <button
            key={label}
            type="submit"
            name="type"
            value={type}
            aria-pressed={type === search.type}
          >
            {label}
          </button>
        ))}
      </div>
    </form>
  );
}
