-- Every session ends: after a time without use, and after a longer one altogether. The service writes
-- the end by its settings when it opens or refreshes a session; whoever reads a session looks at it.
-- One that comes without an end, from before or from elsewhere, gets that of the usual settings.
create function auth.end_session_some_day() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.not_after := coalesce(new.not_after, least(
    coalesce(new.refreshed_at, new.created_at) + interval '30 days',
    new.created_at + interval '180 days'));
  return new;
end
$$;
create trigger end_session_some_day before insert or update of not_after on auth.sessions
  for each row when (new.not_after is null) execute function auth.end_session_some_day();

update auth.sessions set not_after = null where not_after is null;
alter table auth.sessions alter column not_after set not null;
