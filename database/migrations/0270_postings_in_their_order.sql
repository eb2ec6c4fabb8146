-- A name that was written in another way and proofs of the company that changed at the same moment waited for each other: the
-- one held postings and wanted what is searched of them, the other the reverse. Whoever changes the postings of a company holds the
-- company first, and takes several in the order of their ids.
create or replace function private.respell_company(company uuid, former text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  it public.companies;
begin
  select * into it from public.companies as c where c.id = respell_company.company for no key update;
  if it.name_key is distinct from private.name_key(former) then return; end if;
  with theirs as materialized (
    select j.id from public.jobs as j where j.company_id = it.id and j.company = former order by j.id for no key update
  )
  update public.jobs as j set company = it.name from theirs where j.id = theirs.id;
  update public.employers as e set company = it.name where e.company_id = it.id and e.company = former
    and exists (select from public.company_members as m
      where m.company_id = it.id and m.user_id = e.user_id and m.role <> 'viewer');
end $$;

create or replace function private.end_featured_jobs_of(person uuid) returns void
language sql security definer set search_path = '' as $$
  with theirs as materialized (
    select j.id from public.jobs as j where j.posted_by = person and j.is_featured
      and not private.has_active_membership(person) order by j.id for no key update
  )
  update public.jobs as j set is_featured = false from theirs where j.id = theirs.id
$$;
