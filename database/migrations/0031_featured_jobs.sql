-- Featured listings: a member's own postings that stand first on the board, three at a time, until the
-- membership ends. The poster switches them; the rules are here.
grant update (is_featured) on public.jobs to authenticated;

-- After keep_job, by its name: a posting that was just filled is closed by then.
create function private.keep_job_featured() returns trigger
language plpgsql set search_path = '' as $$
declare
  was_live boolean := old.is_active and old.hidden_at is null and old.ends_at > now();
  others integer;
begin
  if not new.is_featured then return new; end if;
  -- What leaves the board makes room, and does not come back featured by itself.
  if old.is_featured then
    new.is_featured := was_live and new.is_active and new.hidden_at is null;
    return new;
  end if;
  if current_user not in ('anon', 'authenticated') then return new; end if;
  if not private.has_active_membership(new.posted_by) then
    raise exception using errcode = '42501',
      message = 'Featuring a posting takes an employer membership.';
  end if;
  if not was_live or not new.is_active then
    raise exception using errcode = '23514',
      message = 'Only a posting that is on the board can be featured.';
  end if;
  -- Two tabs at once must not make four of three.
  perform pg_advisory_xact_lock(hashtextextended('featured ' || new.posted_by, 0));
  select count(*) into others from public.jobs
    where posted_by = new.posted_by and id <> new.id
      and is_featured and is_active and hidden_at is null and ends_at > now();
  if others >= 3 then
    raise exception using errcode = '23514',
      message = 'You can feature three postings at a time. Switch another one off first.';
  end if;
  return new;
end
$$;
create trigger keep_job_featured before update on public.jobs
  for each row execute function private.keep_job_featured();

create function private.end_featured_of(person uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.jobs set is_featured = false
    where posted_by = person and is_featured and not private.has_active_membership(person)
$$;

-- A membership ends by a message of the payment service, or by the clock.
create function private.follow_membership() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_featured_of(old.user_id);
  return null;
end
$$;
create trigger follow_membership after update or delete on public.subscriptions
  for each row execute function private.follow_membership();

create function private.end_featured() returns void
language sql volatile security definer set search_path = '' as $$
  update public.jobs set is_featured = false
    where is_featured and exists (
      select from public.subscriptions where user_id = posted_by
    ) and not private.has_active_membership(posted_by)
$$;

revoke execute on function private.end_featured_of(uuid), private.end_featured()
  from public, anon, authenticated;
grant execute on function private.end_featured() to service_role;
