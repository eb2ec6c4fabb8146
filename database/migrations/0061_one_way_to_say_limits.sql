-- The title's limit is said in words that are given; the other fields of a posting say theirs alike. Written
-- as a change of the words alone, so that the rules stay what they are by now.
do $$
begin
  execute regexp_replace(pg_get_functiondef('private.keep_job_rules'::regproc),
    'must be ([0-9]+) characters or fewer', 'must be less than \1 characters', 'g');
end
$$;
