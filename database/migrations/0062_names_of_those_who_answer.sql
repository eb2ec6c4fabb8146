-- Who searches for people sees headlines, and learns the name of a candidate with the candidate's own answer:
-- not before, and not of those who answered before they could read that it would be so.
alter table public.conversations add column candidate_name text
  constraint conversations_candidate_name_length check (char_length(candidate_name) between 1 and 100);

create function private.name_who_answers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.candidate_name := (
    select nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), '')
    from auth.users as u where u.id = new.candidate_id);
  return new;
end
$$;

create trigger name_who_answers before update of last_sender_id on public.conversations
  for each row when (new.last_sender_id = new.candidate_id and new.candidate_name is null)
  execute function private.name_who_answers();

-- The name takes the headline's place, and the headline that of a company. Written as a change of the two
-- words alone, so that the rest of the list stays what it is by now.
do $$
declare
  before text := pg_get_functiondef('public.list_conversations'::regproc);
  named text := replace(before, 'then c.candidate_headline else c.member_name',
    'then coalesce(c.candidate_name, c.candidate_headline) else c.member_name');
  changed text := replace(named, 'then null else c.member_company',
    'then case when c.candidate_name is not null then c.candidate_headline end else c.member_company');
begin
  if before = named or named = changed then
    raise exception 'The list of conversations names people in another way by now.';
  end if;
  execute changed;
end
$$;
