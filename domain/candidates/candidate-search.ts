import { tierCodes } from '../credentials/tiers.ts';
import { typedLine } from '../finding/typed-line.ts';
import { availabilityChoices, experienceLevels, tidyList } from './candidate-lists.ts';

/** A member's search, as the address of the page keeps it. Empty means any. */
export type CandidateSearch = {
  q: string;
  level: string;
  skills: string[];
  /** Whether one of the skills is enough. */
  mode: 'any' | 'all';
  location: string;
  /** Radius around the location if we know the place; otherwise the location matches as text. */
  miles: string;
  certification: string;
  availability: string;
  /** In the register: `any`, or the code of a tier. */
  verified: string;
  from: string;
  to: string;
  sort: 'newest' | 'completeness';
};

export const everybody: CandidateSearch = {
  q: '',
  level: 'all',
  skills: [],
  mode: 'any',
  location: '',
  miles: '',
  certification: '',
  availability: 'all',
  verified: '',
  from: '',
  to: '',
  sort: 'newest',
};

export const mostSkills = 10;
export const candidateMiles: readonly string[] = ['10', '25', '50', '100'];
const verifiedChoices: readonly string[] = ['any', ...tierCodes];
const isYears = (text: string) => /^\d{1,2}$/.test(text);
const known = (choices: readonly string[], value: string) =>
  choices.includes(value) ? value : 'all';

/** Reads any address as a search; invalid values are dropped. */
export function readCandidateSearch(params: URLSearchParams): CandidateSearch {
  const read = (name: string) => typedLine(params.get(name), 100);
  return {
    q: read('q'),
    level: known(experienceLevels, read('level')),
    skills: tidyList(params.getAll('skill').map((skill) => typedLine(skill, 50))).slice(
      0,
      mostSkills,
    ),
    mode: read('mode') === 'all' ? 'all' : 'any',
    location: read('location'),
    miles: read('location') && candidateMiles.includes(read('miles')) ? read('miles') : '',
    certification: read('certification'),
    availability: known(availabilityChoices, read('availability')),
    verified: verifiedChoices.includes(read('verified')) ? read('verified') : '',
    from: isYears(read('from')) ? read('from') : '',
    to: isYears(read('to')) ? read('to') : '',
    sort: read('sort') === 'completeness' ? 'completeness' : 'newest',
  };
}

/**
 * The words of a search, all of which must match; SQL splits them the same way. Text without any word stays as it was
 * typed.
 */
export function wordsOf(q: string): string[] {
  const words = q.split(/[\s,;]+/).filter(Boolean);
  return words.length > 0 || q === '' ? words : [q];
}

/** Only what differs from the default, so that addresses stay short. */
export function writeCandidateSearch(search: CandidateSearch): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of [
    'q',
    'level',
    'location',
    'miles',
    'certification',
    'availability',
    'verified',
    'from',
    'to',
  ] as const) {
    if (search[name] !== everybody[name]) params.set(name, search[name]);
  }
  for (const skill of search.skills) params.append('skill', skill);
  if (search.mode === 'all' && search.skills.length > 1) params.set('mode', 'all');
  if (search.sort === 'completeness') params.set('sort', 'completeness');
  return params;
}

/** How many filters are set, apart from words, level and order. */
export function countFilters({
  skills,
  location,
  certification,
  availability,
  verified,
  from,
  to,
}: CandidateSearch) {
  const own = [location, certification, availability !== 'all', verified];
  return [skills.length > 0, ...own, from || to].filter(Boolean).length;
}

/** The arguments of the SQL functions. */
export function toArguments(search: CandidateSearch) {
  const { q, level, skills, location, certification, availability, verified, from, to } = search;
  return {
    q,
    level,
    skills,
    skills_mode: search.mode,
    location,
    certification,
    availability,
    ...(verified && { verified }),
    ...(search.miles && { miles: Number(search.miles) }),
    ...(from && { years_from: Number(from) }),
    ...(to && { years_to: Number(to) }),
  };
}

/** The cursor for the next page of `search_candidates`: the last profile shown and its sort key. */
export function cursorAfter(
  profile: { completeness: number; created_at: string; id: string; verified: unknown },
  sort: CandidateSearch['sort'] = 'newest',
): string {
  const day = Math.floor(Date.parse(profile.created_at) / 86_400_000);
  const isVerified = Array.isArray(profile.verified) && profile.verified.length > 0;
  const rank = (sort === 'completeness' ? profile.completeness : day) * 2 + Number(isVerified);
  return `${rank}~${profile.created_at}~${profile.id}`;
}

export const candidatesPerPage = 20;
