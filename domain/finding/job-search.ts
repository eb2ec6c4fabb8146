import * as links from '#domain/site/links.ts';
import { tierCodes } from '../credentials/tiers.ts';
import { type JobType, jobTypes, workplaces } from '../jobs/job-facts.ts';
import { withQuery } from '../site/with-query.ts';
import { typedLine } from './typed-line.ts';
import { findPay, type PayFrom } from './typed-pay.ts';

/** Matches every job whose employer wants a credential, whichever it is. */
export const anyCredential = 'any';

/** In miles, around a place. */
export const radiuses = [10, 25, 50, 100] as const;
export const usualRadius = 25;
/** Posted within this many days. */
export const postedWithin = [1, 3, 7, 30] as const;
const payPeriods = ['year', 'hour'] as const satisfies readonly PayFrom['per'][];
/** Newest first is the default. */
export const jobSorts = ['newest', 'relevance', 'nearest', 'pay'] as const;

const longestTerm = 100;
const longestPlace = 60;
const longestPay = 60;
const highestPay = 1_000_000;
/** How far pages go in any order but the newest first, where each page has to count from the start. */
export const mostSkipped = 980;

type JobSort = (typeof jobSorts)[number];

/**
 * The address of the board in its canonical form: two addresses that ask for the same thing are the same search. `q` is
 * as typed; domain/finding/typed-words.ts interprets it.
 */
export type JobSearch = {
  q: string;
  /** Search the words in title and company only, and interpret nothing. */
  isPlain: boolean;
  /** Search the words one by one and in other forms, even if some posting has them as they were typed. */
  isWide: boolean;
  type: JobType | '';
  /** Wanted by the employer: the code of a tier, or `any`. */
  credential: string;
  /** As typed: "Charlotte, NC", "NC" or "28202". */
  place: string;
  /** Around the place, if it can have a radius; 0 without a place. */
  miles: number;
  /** Together with a place, `remote` means remote from there. */
  workplace: (typeof workplaces)[number] | '';
  /** In US dollars. Excludes postings that do not say what they pay. */
  pay: PayFrom | undefined;
  /** In days; 0 is any time. */
  posted: number;
  /** Only from verified companies. */
  isVerified: boolean;
  sort: JobSort;
  after: PageKey | undefined;
  /** In any order but the newest first: how many were shown before. It decides if the last one has gone. */
  skip: number;
};

/** A search without its page: what an alert keeps. */
export type JobFilters = Omit<JobSearch, 'after' | 'skip'>;

/** The last job shown; the next page starts after it. */
export type PageKey = {
  after_featured: boolean;
  after_created_at: string;
  after_id: string;
};

export const everyJob: JobSearch = {
  q: '',
  isPlain: false,
  isWide: false,
  type: '',
  credential: '',
  place: '',
  miles: 0,
  workplace: '',
  pay: undefined,
  posted: 0,
  isVerified: false,
  sort: 'newest',
  after: undefined,
  skip: 0,
};

/** Reads any address as a search; invalid values are dropped. */
export function readJobSearch(params: URLSearchParams): JobSearch {
  const choose = <T>(name: string, choices: readonly T[]) =>
    choices.find((each) => String(each) === params.get(name));
  const q = typedLine(params.get('q'), longestTerm);
  const typedPlace = typedLine(params.get('place'), longestPlace);
  // Other boards have no separate field for it.
  const isRemote = /^(remote|work from home|wfh)$/i.test(typedPlace);
  const place = isRemote ? '' : typedPlace;
  const sort = choose('sort', jobSorts) ?? 'newest';
  const skip = sort === 'newest' ? 0 : readSkip(params.get('skip') ?? '');
  return {
    q,
    isPlain: q !== '' && params.get('plain') === '1',
    // A form sends the words it was ticked for; with other words it does not apply.
    isWide: q !== '' && ['1', q].includes(typedLine(params.get('wide'), longestTerm)),
    type: choose('type', jobTypes) ?? '',
    credential: choose('credential', [anyCredential, ...tierCodes]) ?? '',
    place,
    miles: place ? (choose('miles', radiuses) ?? usualRadius) : 0,
    workplace: isRemote ? 'remote' : (choose('workplace', workplaces) ?? ''),
    pay: readPay(typedLine(params.get('pay'), longestPay), params.get('per')),
    posted: choose('posted', postedWithin) ?? 0,
    isVerified: params.get('verified') === '1',
    sort,
    after: sort === 'newest' || skip > 0 ? readPageKey(params.get('after') ?? '') : undefined,
    skip,
  };
}

/** Only what differs from the default, always in the same order. */
export function writeJobSearch(given: Partial<JobSearch>): URLSearchParams {
  const search = { ...everyJob, ...given };
  const { q, place, miles, pay, sort, after, skip } = search;
  const said: [name: string, value: string | number | false | undefined][] = [
    ['q', q],
    ['plain', q !== '' && search.isPlain && 1],
    ['wide', q !== '' && search.isWide && 1],
    ['type', search.type],
    ['credential', search.credential],
    ['place', place],
    ['miles', place !== '' && miles !== usualRadius && miles],
    ['workplace', search.workplace],
    ['pay', pay?.amount],
    ['per', pay && pay.per !== usualPeriod(pay.amount) && pay.per],
    ['posted', search.posted],
    ['verified', search.isVerified && 1],
    ['sort', sort !== 'newest' && sort],
    ['after', (sort === 'newest' || skip > 0) && after && writePageKey(after)],
    ['skip', sort !== 'newest' && skip],
  ];
  return new URLSearchParams(said.flatMap(([name, value]) => (value ? [[name, `${value}`]] : [])));
}

/** The canonical address of a search. */
export function jobSearchAddress(search: Partial<JobSearch>, path = links.jobs): string {
  return withQuery(path, writeJobSearch(search));
}

/** Reads "90k", "90,000" and "$35" as amounts, small ones per hour; otherwise as in the words: "35 an hour". */
function readPay(text: string, period: string | null): PayFrom | undefined {
  const [, figures = '', thousand] =
    text.match(/^\s*\$?\s*(\d[\d,]*(?:\.\d{1,2})?)\s*(k?)\s*$/i) ?? [];
  const amount = Number(figures.replaceAll(',', '')) * (thousand ? 1_000 : 1);
  if (!figures) return findPay(text)?.pay;
  if (!(amount > 0 && amount <= highestPay)) return undefined;
  const per = payPeriods.find((each) => each === period) ?? usualPeriod(amount);
  return { amount, per };
}

/** Nobody wants so little a year, or so much an hour. */
function usualPeriod(amount: number): PayFrom['per'] {
  return amount < 1_000 ? 'hour' : 'year';
}

function readSkip(text: string): number {
  return /^\d{1,3}$/.test(text) ? Math.min(Number(text), mostSkipped) : 0;
}

/** The cursor of the page after this job. */
export function pageKeyAfter(job: {
  is_featured: boolean;
  created_at: string;
  id: string;
}): PageKey {
  return {
    after_featured: job.is_featured,
    after_created_at: job.created_at,
    after_id: job.id,
  };
}

function writePageKey({ after_featured, after_created_at, after_id }: PageKey): string {
  return `${after_featured ? '1' : '0'}_${after_created_at}_${after_id}`;
}

const keyShape =
  /^([01])_(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?\+00:00)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** An invalid cursor is ignored: the list starts at the top. */
function readPageKey(text: string): PageKey | undefined {
  const [, featured, created = '', id = ''] = text.match(keyShape) ?? [];
  if (!featured || !isMoment(created)) return undefined;
  return { after_featured: featured === '1', after_created_at: created, after_id: id };
}

/** JavaScript reads February 30 as March 2 and has a year 0; PostgreSQL refuses both. */
function isMoment(text: string): boolean {
  const moment = Date.parse(text);
  if (Number.isNaN(moment) || text < '0001') return false;
  return new Date(moment).toISOString().slice(0, 19) === text.slice(0, 19);
}
