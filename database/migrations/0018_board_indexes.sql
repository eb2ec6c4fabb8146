-- What a search reads through comes along in the board's indexes, so that a thousand jobs are a dozen
-- pages of the index and not most of a thousand pages of the table.
drop index public.jobs_board_idx, public.jobs_board_by_type_idx;
create index jobs_board_idx on public.jobs (is_featured desc, created_at desc, id desc)
  include (title, company, ends_at)
  where is_active and hidden_at is null and not is_past;
create index jobs_board_by_type_idx on public.jobs
  (job_type, is_featured desc, created_at desc, id desc) include (title, company, ends_at)
  where is_active and hidden_at is null and not is_past;

-- New entries wait in a list that every search reads through: a short one. Without any, many postings
-- at once take three times as long to write.
alter index public.jobs_grams_idx set (fastupdate = on, gin_pending_list_limit = 256);
