import { everyJob, type JobFilters } from './job-search.ts';
import { tokensOf } from './typed-tokens.ts';
import { type Chip, holdsTogether } from './typed-words.ts';

/** A broader search: without these words, without this filter, or for one word alone. */
export type Lesser = { search: JobFilters } & (
  | { without: string }
  | { only: string }
  | { any: FilterName }
);

/** A place and its radius are dropped together. */
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

/** The most words for which one page may try all these searches. */
const mostWords = 5;

/**
 * What to try when a search finds nothing: first close variants, then, if those find nothing either, more distant ones.
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

/** The parts of a search in their order: what was understood, and each remaining word. */
function partsOf(q: string, chips: readonly Chip[]) {
  const isIn = (chip: Chip, at: number) => at >= chip.at && at < chip.at + chip.text.length;
  const left = tokensOf(q).filter(({ at }) => !chips.some((chip) => isIn(chip, at)));
  const words = left.filter(({ key }) => !holdsTogether(key));
  const asked = chips.filter(({ kind }) => kind !== 'here');
  return [...asked, ...words].sort((a, b) => a.at - b.at).map(({ text }) => text);
}
