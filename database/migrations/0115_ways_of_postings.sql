-- What the page of a posting says of its company and where it leads: to the lists on which it stands. Decision 101.

drop function public.job_company(uuid);
create function public.job_company(job_id uuid) returns table (
  slug text, name text, proven_domain text, is_checked boolean, client text, web_address text, logo text
)
language sql stable security definer set search_path = '' as $$
  select c.slug, c.name, c.proven_domain, c.is_checked, j.client, c.web_address, c.logo
  from public.jobs as j join public.companies as c on c.id = j.company_id, private.job_status(j) as s (status)
  where j.id = job_company.job_id and s.status not in ('hidden', 'paused')
    and c.public_since is not null and c.closed_at is null
$$;
revoke execute on function public.job_company(uuid) from public;
grant execute on function public.job_company(uuid) to anon, authenticated, service_role;

-- The lists on which a posting stands and which may be found, by the rule of private.found_landings; of each no more is
-- read than it takes to say so, so a page of a posting costs the same on every board.
create function public.job_ways(job_id uuid) returns table (path text, city text, state text, role text, job_type text)
language plpgsql stable security definer set search_path = '' set jit = off as $$
#variable_conflict use_variable
declare
  own private.job_search;
  one text;
  condition text;
  banned uuid[] := array(select private.banned_people());
  counted record;
  board integer;
  above integer;
begin
  select s.* into own from private.job_search as s
    where s.job_id = job_ways.job_id and s.ends_at > now() and s.posted_by <> all (banned);
  if own.job_id is null then return; end if;
  select count(*) into board from (select from private.job_search as s
    where s.ends_at > now() and s.posted_by <> all (banned) limit 51) as counted;
  foreach one in array private.landings_of(own) loop
    condition := case
      when one = 'remote' then 's.workplace = ''remote'''
      when one like 'type/%' then format('s.job_type = %L', own.job_type)
      when one ~ '^in/[^/]+$' then format('s.state = %L', own.state)
      when one ~ '^in/[^/]+/[^/]+$' then format('s.place = %L', own.place)
      else format('s.place = %L and s.role = %L', own.place, own.role) end;
    execute format('select count(*)::integer as jobs, count(distinct s.company_id) as companies,
        count(distinct s.place) = 1 and count(s.place) = count(*) as is_one_place
      from (select s.company_id, s.place from private.job_search as s
        where %s and s.ends_at > now() and s.posted_by <> all ($1) limit 51) as s', condition) into counted using banned;
    -- Another page has the same: the board, the town of a role, the only town of a state.
    if counted.jobs >= 3 and counted.companies >= 2 and (counted.jobs = 51 or counted.jobs < board
        and not (one ~ '^in/[^/]+/[^/]+/' and counted.jobs = above)
        and not (one ~ '^in/[^/]+$' and counted.is_one_place))
    then
      path := one;
      city := case when one ~ '^in/[^/]+/' then (select p.name from private.places_of(
        split_part(own.place, '/', 2), split_part(own.place, '/', 1)) as p order by p.size desc limit 1) end;
      state := case when one like 'in/%' then own.state end;
      role := case when one ~ '^in/[^/]+/[^/]+/' then (select r.name from private.known_roles() as r
        where r.slug = own.role) end;
      job_type := case when one like 'type/%' then own.job_type end;
      return next;
    end if;
    if one ~ '^in/[^/]+/[^/]+$' then above := counted.jobs; end if;
  end loop;
end $$;
revoke execute on function public.job_ways(uuid) from public;
grant execute on function public.job_ways(uuid) to anon, authenticated, service_role;
