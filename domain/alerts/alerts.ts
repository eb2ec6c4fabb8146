import type { CandidateSearch } from '../candidates/candidate-search.ts';
import { readCandidateSearch, writeCandidateSearch } from '../candidates/candidate-search.ts';
import {
  anyCredential,
  everyJob,
  type JobFilters,
  jobSearchAddress,
  readJobSearch,
} from '../finding/job-search.ts';
import { stateOf } from '../finding/us-states.ts';
import * as links from '../site/links.ts';
import { withQuery } from '../site/with-query.ts';
import { grouped } from '../text/grouped.ts';

/** Jobs that match a search, jobs that fit a profile, people who match a search. */
export const alertKinds = ['jobs', 'fit', 'people'] as const;
export type AlertKind = (typeof alertKinds)[number];
export const rhythms = ['daily', 'weekly'] as const;
export type Rhythm = (typeof rhythms)[number];
/** In the order of `weekday`: Monday is 1, Sunday is 7. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export const alertSentences = {
  rhythm: 'Choose how often it comes',
  time: 'Choose one from the list',
} as const;
export const longestAlertAddress = 2_000;
/** Per account, and per address without one. SQL has the same limit. */
export const mostAlerts = 10;
export const usualTime = {
  rhythm: 'daily',
  weekday: 1,
  hour: 8,
  time_zone: 'America/New_York',
} as const;
/** Offered when the browser does not tell its own time zone. */
export const usualTimeZones = [
  { value: 'America/New_York', label: 'Eastern time' },
  { value: 'America/Chicago', label: 'Central time' },
  { value: 'America/Denver', label: 'Mountain time' },
  { value: 'America/Phoenix', label: 'Arizona time' },
  { value: 'America/Los_Angeles', label: 'Pacific time' },
  { value: 'America/Anchorage', label: 'Alaska time' },
  { value: 'Pacific/Honolulu', label: 'Hawaii time' },
  { value: 'UTC', label: 'UTC' },
] as const;

/** What an alert keeps of a board search: not the order, and not the age of postings. */
export function filtersOf(params: URLSearchParams): JobFilters {
  const { after, skip, ...filters } = readJobSearch(params);
  return { ...filters, sort: 'newest', posted: 0 };
}

/** Where the site shows the same search. */
export function pageOfAlert(kind: AlertKind, address: string): string {
  if (kind === 'fit') return links.alerts;
  const params = new URLSearchParams(address);
  if (kind === 'jobs') return jobSearchAddress({ ...everyJob, ...filtersOf(params) });
  return withQuery(links.browseCandidates, writeCandidateSearch(readCandidateSearch(params)));
}

export const nameHour = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;

/** A search on one line: `“coder”, Part-time, within 25 miles of Durham`. */
export function describeAlert(kind: AlertKind, address: string): string {
  const params = new URLSearchParams(address);
  if (kind === 'fit') return 'Jobs that fit your profile';
  if (kind === 'people') return describePeople(readCandidateSearch(params)) || 'All candidates';
  return describeJobs(filtersOf(params)) || 'All jobs';
}

function describeJobs(filters: JobFilters): string {
  const { q, type, credential, pay, isVerified } = filters;
  return [
    q && `“${q}”`,
    type,
    ...whereIn(filters),
    pay && `from $${grouped(pay.amount)} ${pay.per === 'hour' ? 'an hour' : 'a year'}`,
    credential && (credential === anyCredential ? 'any credential wanted' : `${credential} wanted`),
    isVerified && 'verified companies',
  ]
    .filter(Boolean)
    .join(', ');
}

/** A whole state has no circle around it, and remote work is done from a place. */
function whereIn({ place, miles, workplace }: JobFilters): string[] {
  if (workplace === 'remote') return [place ? `remote, from ${place}` : workplace];
  return [
    place && (miles && !stateOf(place) ? `within ${miles} miles of ${place}` : place),
    workplace && (workplace === 'on-site' ? 'on site' : workplace),
  ].filter((each) => each !== '');
}

function describePeople(search: CandidateSearch): string {
  const { q, level, skills, mode, location, certification, availability, verified } = search;
  return [
    q && `“${q}”`,
    level !== 'all' && level,
    skills.length > 0 && skills.join(mode === 'all' ? ' and ' : ' or '),
    location && search.miles ? `within ${search.miles} miles of ${location}` : location,
    certification,
    availability !== 'all' && availability,
    verified && (verified === anyCredential ? 'any verified credential' : `verified ${verified}`),
    yearsOf(search),
  ]
    .filter(Boolean)
    .join(', ');
}

function yearsOf({ from, to }: CandidateSearch): string {
  if (from && to) return `${from} to ${to} years`;
  if (from) return `${from} ${yearsFor(from)} or more`;
  return to && `up to ${to} ${yearsFor(to)}`;
}

const yearsFor = (count: string) => (count === '1' ? 'year' : 'years');
