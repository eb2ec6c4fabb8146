-- outside a transaction
-- What a posting is and pays, how old it is, and where: side by side, with all in each that the filters compare, so that they
-- answer without the table. Decision 112.
drop index concurrently if exists private.job_search_traits_idx;
create index concurrently job_search_traits_idx on private.job_search (traits, pay) include (created_at, ends_at, posted_by);
drop index concurrently if exists private.job_search_days_idx;
create index concurrently job_search_days_idx on private.job_search (traits, created_at) include (pay, ends_at, posted_by);
drop index concurrently if exists private.job_search_around_idx;
create index concurrently job_search_around_idx on private.job_search (private.spot_of(latitude, longitude), traits, pay)
  include (created_at, ends_at, posted_by, latitude, longitude) where latitude is not null;
