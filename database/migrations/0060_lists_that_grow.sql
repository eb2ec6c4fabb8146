-- A job that is hidden with its company leads to the company's case.
create or replace view staff.job_list as
 SELECT id,
    title,
    company,
    private.company_key(company) COLLATE "C" AS company_key,
    lower((title || ' '::text) || company) AS words,
    created_at,
    ends_at,
    is_featured,
    posted_by,
        CASE
            WHEN hidden_at IS NOT NULL THEN 'hidden'::text
            WHEN is_active AND NOT is_past THEN 'live'::text
            ELSE 'ended'::text
        END AS place,
    updated_at::text AS seen,
        CASE
            WHEN hidden_at IS NOT NULL THEN 'hidden'::text
            WHEN (posted_by IN ( SELECT private.banned_people() AS banned_people)) THEN 'paused'::text
            WHEN private.is_open(j.*) THEN 'live'::text
            WHEN filled_at IS NOT NULL THEN 'filled'::text
            WHEN NOT is_active THEN 'closed'::text
            ELSE 'expired'::text
        END AS status,
    ( SELECT u.email::text AS email
           FROM auth.users u
          WHERE u.id = j.posted_by) AS poster,
    ( SELECT count(*)::integer AS count
           FROM public.job_reports r
          WHERE r.job_id = j.id AND j.posted_by <> auth.uid()) AS reports,
    ( SELECT jsonb_build_object('id', c.id, 'version', c.version, 'state', c.state, 'is_held', c.held_for <> '{}'::text[] AND c.decided_at IS NULL) AS jsonb_build_object
           FROM staff.cases c
          WHERE c.kind = 'job'::text AND c.subject_id = j.id AND j.posted_by <> auth.uid()
          ORDER BY (c.state = ANY (ARRAY['waiting'::text, 'asked'::text, 'answered'::text, 'appealed'::text])) DESC, c.opened_at DESC
         LIMIT 1) AS newest_case,
    ( SELECT jsonb_build_object('id', c.id, 'state', c.state) AS jsonb_build_object
           FROM staff.cases c
          WHERE c.kind = 'company'::text AND c.person_id = j.posted_by AND c.company_key = private.company_key(j.company)
            AND c.state <> 'released'::text AND j.posted_by <> auth.uid()
          ORDER BY c.opened_at DESC
         LIMIT 1) AS company_case
   FROM public.jobs j
  WHERE ( SELECT private.has_staff_role('staff'::text) AS has_staff_role);

-- Lists that grew slower with their rows.

-- A table's own policy comes before any condition that might tell what it sees, and words are such: their index is not
-- asked then. A view asks once who looks.
create view staff.company_list as
  select company_key, name, jobs, posters, reports, newest_at, words from staff.companies
  where (select private.has_staff_role('staff'));
revoke all on staff.company_list from anon, authenticated, service_role;
grant select on staff.company_list to authenticated;

create index cases_open on staff.cases (changed_at desc, id desc, opened_at)
  where state in ('waiting', 'answered', 'appealed');
create index cases_reported on staff.cases (subject_id) include (person_id)
  where kind = 'job' and reports > 0 and state in ('waiting', 'asked', 'answered', 'appealed');

-- What a credential's state comes to depends on the day, so no index has it; what is rare is found by what is stored.
create index awards_staff_state on register.awards (state, id) where state <> 'active' and erased_at is null;
create function register.awards_in_state(wanted text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from register.awards
    where private.has_staff_role('staff') and wanted <> 'expired' and state = wanted and state <> 'active' and erased_at is null
  union all
  select id from register.awards
    where private.has_staff_role('staff') and wanted = 'expired' and state = 'active' and erased_at is null
      and expires_on < timezone('UTC', now())::date
$$;
revoke execute on function register.awards_in_state(text) from public;
grant execute on function register.awards_in_state(text) to authenticated;

-- As the view says it.
create index awards_staff_holding on register.awards ((case
    when disowned_at is not null then 'not me'
    when user_id is not null then 'claimed'
    when unlinked_at is not null then 'account gone'
    when email is not null then 'asked'
    else 'no address' end), awarded_at desc, id desc)
  where erased_at is null;

-- Who published it is asked for the versions that are shown, not for all.
alter view staff.word_versions reset (security_barrier);

-- How rare a piece of a name is decides between its index and the order of the list: a hundred samples cannot say it.
alter table staff.companies alter column words set statistics 1000;
