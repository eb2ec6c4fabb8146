import * as links from '#domain/site/links.ts';
import { tierCodes } from '../credentials/tiers.ts';
import { type JobType, jobTypes, workplaces } from '../jobs/job-facts.ts';
import { withQuery } from '../site/with-query.ts';
import { typedLine } from './typed-line.ts';
import { findPay, type PayFrom } from './typed-pay.ts';

/** Whichever it is that the employer wants. */
export const anyCredential = 'any';

/** In miles, around a place. */
export const radiuses = [10, 25, 50, 100] as const;
export const usualRadius = 25;
/** Posted within so many days. */
export const postedWithin = [1, 3, 7, 30] as const;
const payPeriods = ['year', 'hour'] as const satisfies readonly PayFrom['per'][];
/** The newest first goes without saying. */
export const jobSorts = ['newest', 'relevance', 'nearest', 'pay'] as const;

const longestTerm = 100;
const longestPlace = 60;
const longestPay = 60;
const highestPay = 1_000_000;
/** In the orders that have no key, pages go so far. */
export const mostSkipped = 980;

type JobSort = (typeof jobSorts)[number];

/**
 * What the address of the board says, in its one form: two addresses that ask for the same are the same
 * search. `q` is as it was typed; what is understood in it, domain/finding/typed-words.ts says.
 */
export type JobSearch = {
  q: string;
  /** The words are looked for in title and company alone, and nothing else is understood in them. */
  isPlain: boolean;
  /** Words are looked for one by one and in other forms, also where some posting has them as they were typed. */
  isWide: boolean;
  type: JobType | '';
  /** Wanted by the employer: the code of a tier, or `any`. */
  credential: string;
  /** As typed: "Charlotte, NC", "NC" or "28202". */
  place: string;
  /** Around the place, where it is one to be around; 0 without a place. */
  miles: number;
  /** With a place, `remote` means: from there. */
  workplace: (typeof workplaces)[number] | '';
  /** In US dollars. Only postings that say what they pay. */
  pay: PayFrom | undefined;
  /** Days; 0 is any time. */
  posted: number;
  /** Of companies alone that have proved who they are. */
  isVerified: boolean;
  sort: JobSort;
  after: PageKey | undefined;
  /** How many were shown before, in an order that has no key. */
  skip: number;
};

/** What somebody searches, without the page of it that they look at: what an alert keeps. */
export type JobFilters = Omit<JobSearch, 'after' | 'skip'>;

/** The last job that was shown; the next page starts below it. */
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

/** Whatever stands in the address becomes a search; what makes no sense is left out. */
export function readJobSearch(params: URLSearchParams): JobSearch {
  const choose = <T>(name: string, choices: readonly T[]) =>
    choices.find((each) => String(each) === params.get(name));
  const q = typedLine(params.get('q'), longestTerm);
  const typedPlace = typedLine(params.get('place'), longestPlace);
  // Other boards have no field of its own for it.
  const isRemote = /^(remote|work from home|wfh)$/i.test(typedPlace);
  const place = isRemote ? '' : typedPlace;
  const sort = choose('sort', jobSorts) ?? 'newest';
  return {
    q,
    isPlain: q !== '' && params.get('plain') === '1',
    // A form says for which words it was chosen; others are looked for as they are.
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
    after: sort === 'newest' ? readPageKey(params.get('after') ?? '') : undefined,
    skip: sort === 'newest' ? 0 : readSkip(params.get('skip') ?? ''),
  };
}

/** Only what is not said by itself, always in the same order. */
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
    ['after', sort === 'newest' && after && writePageKey(after)],
    ['skip', sort !== 'newest' && skip],
  ];
  return new URLSearchParams(said.flatMap(([name, value]) => (value ? [[name, `${value}`]] : [])));
}

/** The address that says it again, with nothing in it that is not needed. */
export function jobSearchAddress(search: Partial<JobSearch>, path = links.jobs): string {
  return withQuery(path, writeJobSearch(search));
}

/** "90k", "90,000" and "$35" are amounts, for an hour where they are so few; else as in the words: "35 an hour". */
function readPay(text: string, period: string | null): PayFrom | undefined {
  const [, figures = '', thousand] =
    text.match(/^\s*\$?\s*(\d[\d,]*(?:\.\d{1,2})?)\s*(k?)\s*$/i) ?? [];
  const amount = Number(figures.replaceAll(',', '')) * (thousand ? 1_000 : 1);
  if (!figures) return findPay(text)?.pay;
  if (!(amount > 0 && amount <= highestPay)) return undefined;
  const per = payPeriods.find((each) => each === period) ?? usualPeriod(amount);
  return { amount, per };
}

/** Nobody asks for so little a year, or for so much an hour. */
function usualPeriod(amount: number): PayFrom['per'] {
  return amount < 1_000 ? 'hour' : 'year';
}

function readSkip(text: string): number {
  return /^\d{1,3}$/.test(text) ? Math.min(Number(text), mostSkipped) : 0;
}

/** The key of the page that follows this job. */
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

/** A key that nobody wrote is no key: the list starts from its top. */
function readPageKey(text: string): PageKey | undefined {
  const [, featured, created = '', id = ''] = text.match(keyShape) ?? [];
  if (!featured || !isMoment(created)) return undefined;
  return { after_featured: featured === '1', after_created_at: created, after_id: id };
}

/** JavaScript reads the 30th of February as the 2nd of March and has a year 0; PostgreSQL refuses both. */
function isMoment(text: string): boolean {
  const moment = Date.parse(text);
  if (Number.isNaN(moment) || text < '0001') return false;
  return new Date(moment).toISOString().slice(0, 19) === text.slice(0, 19);
}
