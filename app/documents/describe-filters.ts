import { type JobFilters, writeJobSearch } from '#domain/finding/job-search.ts';

/** The suffix of a feed's title: ` (“coder”, Contract)`. */
export function describeFilters({
  sort: _,
  isPlain: __,
  isWide: ___,
  miles: ____,
  ...filters
}: JobFilters): string {
  const parts = [...writeJobSearch(filters)].map(([name, value]) =>
    name === 'q' ? `“${value}”` : name === 'type' ? value : `${name} ${value}`,
  );
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}
