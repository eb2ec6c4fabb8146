import { type JobFilters, type JobSearch, usualRadius } from './job-search.ts';
import type { PayFrom } from './typed-pay.ts';
import { type FoundPlace, findPlace, namesToAsk, type TypedPlace } from './typed-places.ts';
import { tokensOf } from './typed-tokens.ts';
import { type Chip, placesToAsk, understand } from './typed-words.ts';

/** What `search_board` requires of a posting; matching one of several is enough. */
type BoardCondition = {
  /** Each must be in the title or the company. */
  words?: string[];
  type?: string;
  credential?: string;
  workplace?: string;
  state?: string;
  near?: { latitude: number; longitude: number; miles: number };
  /** The minimum, in dollars a year. */
  pay?: number;
  days?: number;
  verified?: true;
  skills?: string[];
};

export type BoardQuery = {
  /** Undefined if the filter's place is unknown: then there is nothing to ask. */
  wanted: BoardCondition[] | undefined;
  /** Only the first condition, when the other one has just the same words one by one or in other forms. */
  asTyped?: BoardCondition[];
  chips: Chip[];
  place: TypedPlace | undefined;
};

const hoursOfYear = 2_080;

/** The names in a search to look up with `find_places`, once, before `boardQuery`. */
export function namesOf({
  q,
  isPlain,
  place,
}: Pick<JobSearch, 'q' | 'isPlain' | 'place'>): string[] {
  return [
    ...(place ? namesToAsk(tokensOf(asMarked(place))) : []),
    ...(q && !isPlain ? placesToAsk(q) : []),
  ];
}

/**
 * Turns a search into conditions for the database. The words as typed are always one way to match; what was understood
 * in them is another. A filter that is set overrides what a word says.
 */
export function boardQuery(search: JobFilters, found: readonly FoundPlace[]): BoardQuery {
  const place = search.place ? placeOf(search.place, found) : undefined;
  const filters = filtersOf(search, place);
  if (search.place && !place) return { wanted: undefined, chips: [], place };
  const asTyped = { ...filters, ...(search.q && { words: [search.q] }) };
  if (!search.q || search.isPlain) return { wanted: [asTyped], chips: [], place };
  const { chips, words } = understand(search.q, found);
  const isAsTyped = words.length === 1 && words[0] === search.q.toLowerCase();
  if (chips.length === 0 && isAsTyped) return { wanted: [asTyped], chips, place };
  const understood = { ...conditionOf(chips), ...filters, ...(words.length > 0 && { words }) };
  // The filter's place replaces a place in the words, and so does a state.
  if (filters.near || filters.state) {
    if (!filters.near) delete understood.near;
    if (!filters.state) delete understood.state;
  }
  const isInOtherWords = !search.isWide && chips.every(({ kind }) => kind === 'skill');
  return {
    wanted: [asTyped, understood],
    ...(isInOtherWords && { asTyped: [asTyped] }),
    chips,
    place,
  };
}

/** The place of the filter, which needs no "near" before it. */
function placeOf(text: string, found: readonly FoundPlace[]): TypedPlace | undefined {
  const tokens = tokensOf(asMarked(text));
  const place = findPlace(tokens, found, (at) => at < tokens.length);
  return place && place.last - place.first + 1 === tokens.length ? place : undefined;
}

function asMarked(place: string): string {
  return `near ${place}`;
}

function yearly({ amount, per }: PayFrom): number {
  return Math.ceil(per === 'hour' ? amount * hoursOfYear : amount);
}

function filtersOf(search: JobFilters, place: TypedPlace | undefined): BoardCondition {
  const { type, credential, workplace, pay, posted, isVerified, miles } = search;
  return {
    ...(type && { type }),
    ...(credential && { credential }),
    ...(workplace && { workplace }),
    ...(place && whereOf(place, miles)),
    ...(pay && { pay: yearly(pay) }),
    ...(posted && { days: posted }),
    ...(isVerified && { verified: true as const }),
  };
}

function whereOf({ state, spot, miles: typed }: TypedPlace, miles = typed ?? usualRadius) {
  if (!spot) return { state };
  const { latitude, longitude } = spot;
  return { state, near: { latitude, longitude, miles } };
}

function conditionOf(chips: readonly Chip[]): BoardCondition {
  const condition: BoardCondition = {};
  for (const chip of chips) {
    if (chip.kind === 'place') Object.assign(condition, whereOf(chip.place));
    else if (chip.kind === 'pay') condition.pay = yearly(chip.pay);
    else if (chip.kind === 'skill') condition.skills = [...(condition.skills ?? []), chip.skill];
    else if (chip.kind === 'type') condition.type = chip.type;
    else if (chip.kind === 'workplace') condition.workplace = chip.workplace;
    else if (chip.kind === 'credential') condition.credential = chip.credential;
  }
  return condition;
}
