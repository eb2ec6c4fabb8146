-- outside a transaction
-- The large index, with the day of each posting in it beside the week (decision 127): what is common is counted among the newest, and
-- a week of it is up to four times what that takes.
create or replace function private.day_of(moment timestamptz) returns integer
language sql immutable parallel safe strict as $$ select floor(extract(epoch from moment) / 86400)::integer $$;
drop index concurrently if exists private.job_search_dated_idx;
create index concurrently job_search_dated_idx on private.job_search using gin (private.pieces(words, ''), facets,
  (array[private.week_of(created_at)]), private.paid_facets(facets, pay), (array[private.day_of(created_at)]))
  with (fastupdate = on, gin_pending_list_limit = 256);
analyze private.job_search;
drop index concurrently if exists private.job_search_idx;
alter index private.job_search_dated_idx rename to job_search_idx;
