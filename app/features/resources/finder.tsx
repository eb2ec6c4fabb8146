import { resources } from '#app/content/resources.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FinderForm } from '#app/ui/finder-form.tsx';
import { Link } from '#app/ui/link.tsx';
import * as links from '#domain/site/links.ts';
import { categories, type Featured, featuredNow, hasAny, type Item, itemsNow } from './entries.ts';
import { FeaturedCard } from './featured-card.tsx';
import { describeCount, isFound, type Search } from './find.ts';
import { ItemRow } from './item-row.tsx';

const words = resources.search;

/** Search, filter and results. The enhance script does the same without loading a new page. */
export function Finder({ search }: { search: Search }) {
  const items = itemsNow();
  const featured = featuredNow(items);
  const shows = (entry: Featured | Item) => isFound(entry.words, search);
  const found = [...featured, ...items].filter(shows).length;
  return (
    <section className="wrap finder" id="find" aria-label={words.label} data-finder>
      <FinderForm
        action={`${links.resources}#find`}
        search={search}
        words={words}
        filters={categories}
      />
      <p className="finder-count" role="status">
        {describeCount(found, featured.length + items.length)}
      </p>
      <div data-empty hidden={found > 0}>
        <EmptyState
          title={words.empty.title}
          action={
            <ButtonLink variant="secondary" href={`${links.resources}#find`} data-clear>
              {words.clear}
            </ButtonLink>
          }
        >
          {words.empty.text}{' '}
          {!hasAny(items, 'Case Studies') && (
            <>
              {words.noCaseStudies.text}{' '}
              <Link href="#case-studies">{words.noCaseStudies.link}</Link>
            </>
          )}
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
