import type { SupabaseClient } from '@supabase/supabase-js';
import { type AlertKind, filtersOf } from '#domain/alerts/alerts.ts';
import { peopleConditions } from '#domain/alerts/people-conditions.ts';
import { readCandidateSearch } from '#domain/candidates/candidate-search.ts';
import type { Database } from '#domain/database-types.ts';
import { boardQuery, namesOf } from '#domain/finding/board-query.ts';
import type { FoundPlace } from '#domain/finding/typed-places.ts';

/** The conditions that SQL compares with, from the address of a search; undefined if its place is unknown. */
export async function conditionsOf(
  client: SupabaseClient<Database>,
  kind: AlertKind,
  address: string,
) {
  const params = new URLSearchParams(address);
  if (kind === 'people') return peopleConditions(readCandidateSearch(params));
  if (kind === 'fit') return {};
  const filters = filtersOf(params);
  const names = namesOf(filters);
  const found =
    names.length > 0 ? await client.rpc('find_places', { names }).throwOnError() : { data: [] };
  // The generated types of a function do not say which columns are never null.
  const { wanted } = boardQuery(filters, found.data as FoundPlace[]);
  return wanted && { wanted };
}
