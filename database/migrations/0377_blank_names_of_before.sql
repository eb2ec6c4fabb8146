-- What holds nothing that anybody sees is no text since 0331, which looks at what is written. What was written before that is
-- written once more here, where it has no Latin letter and no figure: the triggers look at it.
-- may lock or break: only such rows are written, which are few
update auth.users set raw_user_meta_data = raw_user_meta_data
  where exists (select from unnest(array['full_name', 'name']) as known
    where jsonb_typeof(raw_user_meta_data -> known) = 'string' and raw_user_meta_data ->> known ~ '^[^A-Za-z0-9]+$');
-- may lock or break: only such rows here, too
update public.candidate_profiles set summary = summary
  where exists (select from unnest(array[summary, current_company, current_position, location, education, salary_expectations]) as said
    where said ~ '^[^A-Za-z0-9]+$');
-- may lock or break: only such rows here, too
update public.saved_candidates set note = note where note ~ '^[^A-Za-z0-9]+$';
