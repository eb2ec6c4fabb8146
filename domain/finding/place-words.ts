import { countryCodes, nameCountry } from '../jobs/countries.ts';
import type { workplaces } from '../jobs/job-facts.ts';
import { stateOf } from './us-states.ts';

/** What a posting's place, as people write it, says unambiguously. */
export type PlaceWords = {
  /** As written, if there is one. */
  city?: string;
  /** The two letters of a state of the United States. */
  region?: string;
  country?: string;
  workplace?: (typeof workplaces)[number];
};

/**
 * "Charlotte, NC", "Remote, US", "Hybrid: Leeds, United Kingdom". If there are several places, only the country named
 * last is used; a name that is both a state and a country says nothing.
 */
export function readPlaceWords(text: string): PlaceWords {
  const workplace = workplaceIn(text);
  const parts = text
    .replace(
      /\b(100% |fully |mostly )?(remote|hybrid|on[- ]?site|in[- ]person)( (in|from|within))?\b/gi,
      ',',
    )
    .replace(/\b\d{5}(-\d{4})?\b/g, '')
    // “Raleigh NC”. LA is left alone: “East LA” is a part of Los Angeles, not of Louisiana.
    .replace(/(?<=\p{L})\s+([A-Z]{2})(?=\s*(?:,|$))/gu, (words, code) =>
      code !== 'LA' && stateOf(code) ? `, ${code}` : words,
    )
    .split(/[,()–—:]|\s-\s/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  const country = countryIn(parts.at(-1) ?? '');
  if (country) parts.pop();
  const last = parts.at(-1) ?? '';
  const state = country && country !== 'US' ? undefined : stateIn(last, Boolean(country));
  if (state) parts.pop();
  const place = country ?? (state && 'US');
  const city = parts.length === 1 && isOneName(parts[0] ?? '') ? parts[0] : undefined;
  return {
    ...(workplace && { workplace }),
    ...(city && { city }),
    ...(state && { region: state }),
    ...(place && { country: place }),
  };
}

function workplaceIn(text: string): PlaceWords['workplace'] {
  if (/\bhybrid\b/i.test(text)) return 'hybrid';
  if (/\bremote\b/i.test(text)) return 'remote';
  if (/\b(on[- ]?site|in[- ]person)\b/i.test(text)) return 'on-site';
  return undefined;
}

function stateIn(words: string, isInUs: boolean): string | undefined {
  // Two letters are a state only in capitals.
  if (words.length === 2 && words !== words.toUpperCase()) return undefined;
  return isInUs || !isCountryToo(words) ? stateOf(words) : undefined;
}

const isCountryToo = (words: string) => /^georgia$/i.test(words);

function countryIn(words: string): string | undefined {
  // "US time zones", "USA only"
  if (
    /^(the )?(u\.?s\.?(a\.?)?|united states( of america)?)( only| time ?zones?| based)?$/i.test(
      words,
    )
  )
    return 'US';
  if (/^(u\.?k\.?|england|scotland|wales|great britain)$/i.test(words)) return 'GB';
  if (isCountryToo(words)) return undefined;
  namedCountries ??= new Map(countryCodes.map((code) => [nameCountry(code).toLowerCase(), code]));
  return namedCountries.get(words.toLowerCase());
}

/** Built on first use, because it takes a moment. */
let namedCountries: Map<string, string> | undefined;

/** Rules out two names and other words about where: "Charlotte or Raleigh", "anywhere". */
function isOneName(words: string): boolean {
  return (
    /^[\p{L}][\p{L}\p{M}.'’ -]*$/u.test(words) &&
    words.length <= 40 &&
    !isCountryToo(words) &&
    !/\b(or|and|any|anywhere|area|areas|only|time ?zones?|nationwide|multiple|various|locations?|within|us|usa)\b/i.test(
      words,
    )
  );
}
