-- Of somebody who is alone in a company with 20,000 applications the account could not be deleted in the time of a request: each application
-- was written anew as its posting went, first as one of a closed posting, then as one of none, in all its indexes each time, and then
-- removed with the company. The company goes before its postings now, and its applications before both.
create or replace function private.hand_over_all() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then perform private.keep_blocks_of_company(old.id); end if;
  perform private.hand_over(old.id, theirs.company_id) from (
    select m.company_id from public.company_members as m where m.user_id = old.id order by m.company_id) as theirs;
  -- Whoever stays is handed what there is; where nobody stays the company ends with its last place.
  delete from public.company_members as m where m.user_id = old.id and not exists (
    select from public.company_members as other where other.company_id = m.company_id and other.user_id <> m.user_id);
  return case tg_op when 'DELETE' then old else new end;
end $$;

create or replace function private.tell_of_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform queue.add('application-ended', json_build_object('to', coalesce(u.email, a.email),
      'title', a.job_title, 'company', a.company_name))
    from public.applications as a
    left join private.accounts as u on u.id = a.applicant_id
    left join public.message_settings as o on o.user_id = a.applicant_id
    where a.company_id = old.id and a.state in ('new', 'review', 'interview', 'offer')
      and a.leaves_at is null and a.wants_mails and coalesce(o.application_mails, true)
      and not exists (select from public.application_events as e
        where e.application_id = a.id and e.kind = 'closed');
  delete from public.applications where company_id = old.id;
  return old;
end $$;

-- Of a posting that is removed they are written once: as of a closed one and of none.
create or replace function private.close_applications() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_closing boolean;
begin
  if tg_op = 'UPDATE' and new.is_active and new.filled_at is null and not new.is_past then
    update public.applications set closing_since = null where job_id = new.id and closing_since is not null;
    return new;
  end if;
  with closing as (
    update public.applications as a set job_id = case tg_op when 'UPDATE' then a.job_id end,
        closing_since = case when it.is_open then now() else a.closing_since end
      from (
        select o.id, o.state in ('new', 'review', 'interview', 'offer') and o.leaves_at is null and o.closing_since is null
          and not exists (select from public.application_events as e where e.application_id = o.id and e.kind = 'closed') as is_open
        from public.applications as o where o.job_id = old.id) as it
      where a.id = it.id and (it.is_open or tg_op = 'DELETE')
      returning it.is_open
  ) select bool_or(is_open) into is_closing from closing;
  if is_closing then
    perform queue.add('tell-closed', '{}', 'tell-closed', now() + interval '10 minutes');
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
