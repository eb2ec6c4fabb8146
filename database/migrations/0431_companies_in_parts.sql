-- The sitemap listed 20,000 companies at most, and those behind them nowhere. Like the postings, they are listed in parts.
create function private.listed_companies() returns table (slug text, changed timestamptz)
language sql stable security definer set search_path = '' as $$
  select c.slug, greatest(max(least(now(), greatest(j.updated_at,
      case when j.is_active and j.hidden_at is null and j.ends_at <= now() then j.ends_at end))), c.updated_at)
  from public.companies as c join public.jobs as j on j.company_id = c.id
  where c.public_since is not null and c.closed_at is null
    and (j.updated_at > now() - interval '60 days' or j.ends_at > now() - interval '60 days')
    and exists (select from public.company_members as m
      where m.company_id = c.id and m.user_id not in (select private.banned_people()))
  group by c.id
  having bool_or(j.is_active and j.hidden_at is null and not j.is_past and private.is_open(j)
    and j.posted_by not in (select private.banned_people()))
$$;
revoke execute on function private.listed_companies() from public;

create function public.count_listed_companies() returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.listed_companies()
$$;

create function public.list_companies_in_part(part integer default 1) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(listed.slug || ' ' || to_char(listed.changed at time zone 'UTC', 'YYYY-MM-DD')
      order by listed.slug), '{}')
  from (select c.slug, c.changed from private.listed_companies() as c
    order by c.slug offset greatest(part - 1, 0)::bigint * 10000 limit 10000) as listed
$$;
grant execute on function public.count_listed_companies(), public.list_companies_in_part(integer)
  to anon, authenticated, service_role;

-- Only the former release still calls it.
create or replace function public.list_company_addresses() returns setof text
language sql stable security definer set search_path = '' as $$
  select c.slug || ' ' || to_char(c.changed at time zone 'UTC', 'YYYY-MM-DD')
  from private.listed_companies() as c order by c.slug limit 20000
$$;
