import { radiuses } from './job-search.ts';
import type { Token } from './typed-tokens.ts';
import { ambiguousStates, stateOf, usStates } from './us-states.ts';

/** The answer of `find_places`: the places of a name, largest first. `size` is the number of ZIP codes. */
export type FoundPlace = {
  asked: string;
  name: string;
  state: string;
  latitude: number;
  longitude: number;
  size: number;
  /** It has, or had, postings. */
  has_postings: boolean;
};

export type TypedPlace = {
  at: number;
  end: number;
  /** The first and last token that it takes up. */
  first: number;
  last: number;
  state: string;
  /** Missing for a whole state. */
  spot?: FoundPlace | undefined;
  miles?: number | undefined;
  /** What else it may mean, as somebody would type it. */
  others: string[];
};

const markers = new Set(['in', 'near', 'around', 'nearby', 'at']);
const fillers = new Set(['area', 'metro', 'region', 'state']);
/** Both words and names of places: places only if something marks them as such. */
const words = new Set(
  `mobile reading media mission surprise independence orange temple union vista golden holiday bend commerce
  spring sparks sandy sterling homestead carolina cypress walnut southeastern normal page hope grove rule walls
  wall day home lead enterprise energy industry price sales best early start green grant story branch center
  centre effort economy harmony liberty friendship success ideal model superior summit worth coding
  london paris vienna athens rome venice melbourne vancouver lima jamaica ontario lebanon palestine valencia
  dublin moscow berlin geneva toronto delhi cairo lagos data care health nurse rescue justice college
  remote hybrid analyst auditor coder manager educator advance agency campaign challenge check clear cost
  early exchange export falls fields fine force given grace grants house index issue lane likely loop many mark
  marks max may means miles mode money monitor north odd only oracle ordinary pace pilot plain point points pool
  portal post power range reader register roll section shell standard star strong sunshine talent tell trail
  transfer vendor wake walker waves white young english north south east west`.split(/\s+/),
);
/** After the name of a place, these make it the name of a company. */
const companies = new Set(
  `hospital hospitals health healthcare medical clinic clinics memorial university college regional general county
  community physicians insurance network partners`.split(/\s+/),
);
/** A Map, because somebody may search for “constructor”. */
const nicknames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    nyc: 'New York, NY',
    manhattan: 'New York, NY',
    philly: 'Philadelphia, PA',
    vegas: 'Las Vegas, NV',
    dc: 'Washington, DC',
    la: 'Los Angeles, CA',
    sf: 'San Francisco, CA',
    atl: 'Atlanta, GA',
    clt: 'Charlotte, NC',
    rdu: 'Raleigh, NC',
    'research triangle': 'Durham, NC',
    rtp: 'Durham, NC',
    'bay area': 'San Francisco, CA',
  }),
);
const leastSize = 3;
const longestName = 4;

/** The names among these words that may be places: those to look up with `find_places`. */
export function namesToAsk(tokens: readonly Token[]): string[] {
  const names = new Set<string>();
  for (let length = 1; length <= longestName; length += 1) {
    for (let at = 0; at + length <= tokens.length; at += 1) {
      const part = tokens.slice(at, at + length);
      const [first] = part;
      if (!first || part.slice(0, -1).some(({ hasComma }) => hasComma)) continue;
      const name = keyOf(part);
      if (name.length < 3 && !nicknames.has(name)) continue;
      if (length === 1 && (markers.has(name) || /^\d+$/.test(name) !== /^\d{5}$/.test(name)))
        continue;
      names.add(nicknames.get(name)?.slice(0, -4) ?? name);
    }
  }
  return [...names].slice(0, 40);
}

/** The place among these words, if any; `isFree` says whether a token is still unused. */
export function findPlace(
  tokens: readonly Token[],
  found: readonly FoundPlace[],
  isFree: (at: number) => boolean,
): TypedPlace | undefined {
  let best: (TypedPlace & { weight: number }) | undefined;
  for (let at = 0; at < tokens.length; at += 1) {
    if (!isFree(at)) continue;
    for (let length = Math.min(longestName, tokens.length - at); length > 0; length -= 1) {
      if (Array.from({ length }, (_, step) => isFree(at + step)).includes(false)) continue;
      const place = placeAt(tokens, at, length, found, isFree);
      if (place && (!best || place.weight > best.weight)) best = place;
    }
  }
  return best;
}

function placeAt(
  tokens: readonly Token[],
  at: number,
  length: number,
  found: readonly FoundPlace[],
  isFree: (at: number) => boolean,
) {
  const part = tokens.slice(at, at + length);
  if (part.slice(0, -1).some(({ hasComma }) => hasComma)) return undefined;
  const name = keyOf(part);
  const marker = markerBefore(tokens, at);
  const next = tokens[at + length];
  const isWhole = length === tokens.length;
  // A state that follows decides which one: "Springfield MA", "Paris, Texas".
  const state = isFree(at + length) ? stateAt(tokens, at + length) : undefined;
  const nickname = nicknames.get(name);
  const isMarked = marker !== undefined || state !== undefined;
  const take = (
    last: number,
    weight: number,
    more: Pick<TypedPlace, 'state' | 'spot' | 'others'>,
  ) => {
    const first = marker ? marker.first : at;
    let end = last;
    while (fillers.has(tokens[end + 1]?.key ?? '') && isFree(end + 1)) end += 1;
    return {
      at: tokens[first]?.at ?? 0,
      end: tokens[end]?.end ?? 0,
      first,
      last: end,
      miles: marker?.miles,
      weight: weight + (marker ? 50 : 0),
      ...more,
    };
  };

  const isZip = /^\d{5}$/.test(name);
  if (isZip) {
    const spot = found.find(({ asked }) => asked === name);
    const isCode = /^(cpt|hcpcs|code|icd.*|drg|req|id|#)$/.test(tokens[at - 1]?.key ?? '');
    return spot && !isCode ? take(at, 200, { state: spot.state, spot, others: [] }) : undefined;
  }
  if (nickname && (name !== 'la' || marker)) {
    const [city, code] = nickname.split(', ');
    const spot = found.find((each) => each.asked === city && each.state === code);
    const others = name === 'la' ? ['Louisiana'] : [];
    const last = at + length - 1 + (code === state?.code ? (state?.length ?? 0) : 0);
    if (spot) return take(last, 90 + length, { state: spot.state, spot, others });
  }
  const all = found.filter(({ asked }) => asked === name);
  if (state && all.length > 0) {
    const spot = all.find((each) => each.state === state.code);
    const after = keyOf(tokens.slice(at + length + state.length).slice(0, 1));
    const zip = found.find(({ asked }) => asked === after && /^\d{5}$/.test(asked));
    const last = at + length + state.length - 1;
    if (spot && zip?.state === spot.state)
      return take(last + 1, 300, { state: zip.state, spot: zip, others: [] });
    if (spot) return take(last, 150 + length, { state: spot.state, spot, others: [] });
  }
  const code = stateOf(name);
  if (code && !(name in cityBeforeState && next?.key !== 'state')) {
    const isClear =
      !ambiguousStates.has(code) || name.length > 2 || marker || tokens[at - 1]?.hasComma;
    if (isClear) return take(at + length - 1, 60 + length, { state: code, others: [] });
    return undefined;
  }
  const [largest] = all;
  if (!largest) return undefined;
  // Among places of similar size, take the one where there is something to find.
  const [meant = largest, ...alike] = all
    .filter(({ size }) => size * 4 >= largest.size)
    .toSorted((a, b) => Number(b.has_postings) - Number(a.has_postings));
  const before = tokens[at - 1]?.key ?? '';
  if (!isMarked) {
    if (words.has(name) || largest.size < (isWhole ? 2 : leastSize)) return undefined;
    if (companies.has(next?.key ?? '') || (before === 'of' && !marker) || before === 'st')
      return undefined;
  }
  const others = [
    ...(name in cityBeforeState ? [`${usStates[stateOf(name) ?? '']} state`] : []),
    ...alike.slice(0, 3).map((each) => `${each.name}, ${each.state}`),
  ];
  return take(at + length - 1, 20 + length, { state: meant.state, spot: meant, others });
}

/** Cities that win over the state of the same name. */
const cityBeforeState: Readonly<Record<string, true>> = { 'new york': true, washington: true };

/** "N.C." is NC, and a ZIP+4 code is the ZIP code of its place. */
function keyOf(part: readonly Token[]): string {
  return part
    .map(({ key }) => (/^([a-z]\.)+[a-z]$/.test(key) ? key.replaceAll('.', '') : key))
    .map((key) => (/^\d{5}-\d{4}$/.test(key) ? key.slice(0, 5) : key))
    .join(' ');
}

function stateAt(tokens: readonly Token[], at: number) {
  for (const length of [3, 2, 1]) {
    const part = tokens.slice(at, at + length);
    if (part.length < length) continue;
    const code = stateOf(keyOf(part));
    const isWord =
      length === 1 && ['in', 'or', 'me', 'ok', 'hi', 'as'].includes(part[0]?.text ?? '');
    if (code && !isWord) return { code, length };
  }
  return undefined;
}

/** "near", "in", "within 50 miles of", "50 miles from". */
function markerBefore(tokens: readonly Token[], at: number) {
  const key = (back: number) => tokens[at - back]?.key ?? '';
  if (/^(of|from)$/.test(key(1)) && /^(miles?|mi)$/.test(key(2)) && /^\d{1,3}$/.test(key(3))) {
    const miles = radiuses.find((each) => each >= Number(key(3))) ?? radiuses.at(-1);
    return { first: at - (key(4) === 'within' ? 4 : 3), miles };
  }
  return markers.has(key(1)) ? { first: at - 1, miles: undefined } : undefined;
}
