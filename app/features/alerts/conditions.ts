import { type AlertKind, filtersOf, jobConditions, peopleConditions } from '#domain/alerts.ts';
import { readCandidateSearch } from '#domain/candidate-search.ts';

/** What SQL compares with, from the address of a search. */
export function conditionsOf(kind: AlertKind, address: string) {
  const params = new URLSearchParams(address);
  if (kind === 'people') return peopleConditions(readCandidateSearch(params));
  return kind === 'jobs' ? jobConditions(filtersOf(params)) : {};
}
