-- Featured listings: a member's own jobs that stand first on the board, three at a time, until the
-- membership ends. The poster switches them; the rules are here.

-- Once it is normalized: a job that was just filled is closed by then.
create function private.check_featured_job() returns trigger
language plpgsql set search_path = '' as $$
declare
  was_open boolean := private.is_open(old);
  others integer;
begin
  if not new.is_featured then return new; end if;
  -- What leaves the board makes room, and does not come back featured by itself.
  if old.is_featured then
    new.is_featured := was_open and new.is_active and new.hidden_at is null;
    return new;
  end if;
  if current_user not in ('anon', 'authenticated') then return new; end if;
  if not private.has_active_membership(new.posted_by) then
    raise exception using errcode = '42501',
      message = 'Featuring a job takes an employer membership.';
  end if;
  if not was_open or not new.is_active then
    raise exception using errcode = '23514',
      message = 'Only a job that is on the board can be featured.';
  end if;
  -- Two tabs at once must not make four of three.
  perform pg_advisory_xact_lock(hashtextextended('featured ' || new.posted_by, 0));
  select count(*) into others from public.jobs as j
    where j.posted_by = new.posted_by and j.id <> new.id and j.is_featured and private.is_open(j);
  if others >= 3 then
    raise exception using errcode = '23514',
      message = 'You can feature three jobs at a time. Switch another one off first.';
  end if;
  return new;
end
$$;
create trigger before_3_check_featured_job before update on public.jobs
  for each row execute function private.check_featured_job();

create function private.end_featured_jobs_of(person uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.jobs set is_featured = false
    where posted_by = person and is_featured and not private.has_active_membership(person)
$$;

-- A membership ends by a message of the payment service, or by the clock.
create function private.end_featured_with_membership() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_featured_jobs_of(old.user_id);
  return null;
end
$$;
create trigger end_featured_with_membership after update or delete on public.subscriptions
  for each row execute function private.end_featured_with_membership();

-- For the ends that the clock makes.
create function private.end_featured_jobs() returns void
language sql volatile security definer set search_path = '' as $$
  update public.jobs set is_featured = false
    where is_featured and exists (
      select from public.subscriptions where user_id = posted_by
    ) and not private.has_active_membership(posted_by)
$$;

revoke execute on function private.end_featured_jobs_of(uuid), private.end_featured_jobs()
  from public, anon, authenticated;
grant execute on function private.end_featured_jobs() to service_role;
