-- With an account goes what its profile said of it, also where that stood above a conversation: the other side keeps the
-- name under which it was written to, and no more (decision 248).
create function private.forget_headline() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.candidate_headline := 'A candidate';
  return new;
end $$;
create trigger before_4_forget_headline before update of candidate_id on public.conversations
  for each row when (old.candidate_id is not null and new.candidate_id is null)
  execute function private.forget_headline();

-- may lock or break: these are the conversations of people who are gone, which an index finds and nobody writes in.
update public.conversations set candidate_headline = 'A candidate' where candidate_id is null;
