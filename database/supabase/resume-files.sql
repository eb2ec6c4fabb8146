-- The file goes with its row, through the project's storage, which alone removes files.
create or replace function private.remove_resume_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform queue.add('remove-resume-file', json_build_object('name', old.object_name));
  return null;
end $$;
create trigger remove_resume_file after delete on public.resumes
  for each row execute function private.remove_resume_file();
