-- outside a transaction
-- The large index, with the pay in it (0149, decision 120). It has figures of its own of what is common, so they are
-- counted before the former one goes.
drop index concurrently if exists private.job_search_paid_idx;
create index concurrently job_search_paid_idx on private.job_search using gin (private.pieces(words, ''), facets,
  (array[private.week_of(created_at)]), private.paid_facets(facets, pay)) with (fastupdate = on, gin_pending_list_limit = 256);
analyze private.job_search;
drop index concurrently if exists private.job_search_idx;
alter index private.job_search_paid_idx rename to job_search_idx;
