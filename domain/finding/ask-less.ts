import { everyJob, type JobFilters } from './job-search.ts';
import { tokensOf } from './typed-tokens.ts';
import { type Chip, holdsTogether } from './typed-words.ts';

/** A search that asks for less than another: without these words of it, without this filter, or for one word alone. */
export type Lesser = { search: JobFilters } & (
  | { without: string }
  | { only: string }
  | { any: FilterName }
);

/** A place goes with its radius. */
const filterNames = [
  'place',
  'workplace',
  'type',
  'pay',
  'posted',
  'credential',
  'isVerified',
] as const satisfies readonly (keyof JobFilters)[];
type FilterName = (typeof filterNames)[number];

/** To ask for all of these is as much as one page may do. */
const mostWords = 5;

/**
 * What else to ask for when a search has found nothing: first what is close to it, then, should nothing of that be found
 * either, what is further away.
 */
export function askLess(search: JobFilters, chips: readonly Chip[]): [Lesser[], Lesser[]] {
  const parts = partsOf(search.q, chips);
  const asking = (kept: readonly string[]) => ({
    ...search,
    q: kept.join(' '),
    isPlain: false,
  });
  const known = [...new Set(parts)];
  const named = known.slice(0, mostWords);
  return [
    [
      ...(known.length > 1
        ? named.map((without) => ({
            search: asking(parts.filter((part) => part !== without)),
            without,
          }))
        : []),
      ...filterNames
        .filter((name) => search[name])
        .map((any) => ({ search: { ...search, [any]: everyJob[any] }, any })),
    ],
    known.length > 2 ? named.map((only) => ({ search: asking([only]), only })) : [],
  ];
}

/** What is asked for: what was understood, and each word that is left, in their order. */
function partsOf(q: string, chips: readonly Chip[]) {
  const isIn = (chip: Chip, at: number) => at >= chip.at && at < chip.at + chip.text.length;
  const left = tokensOf(q).filter(({ at }) => !chips.some((chip) => isIn(chip, at)));
  const words = left.filter(({ key }) => !holdsTogether(key));
  const asked = chips.filter(({ kind }) => kind !== 'here');
  return [...asked, ...words].sort((a, b) => a.at - b.at).map(({ text }) => text);
}
