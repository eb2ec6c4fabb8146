-- What the demo content has others report is no news: it counts as said, long enough ago to hold no real report back.
create function staff.know_demo_reports(poster uuid) returns void
language sql security definer set search_path = '' as $$
  insert into staff.alarms (kind, about, facts, began_at, told_at)
    select 'report', r.about, jsonb_build_object('reports', r.reports), now() - interval '1 hour', now() - interval '1 hour'
    from private.waiting_reports as r
    where r.about in (select c.kind || ' ' || c.subject_id from staff.cases as c where c.person_id = poster)
    on conflict (kind, about) where over_at is null do nothing
$$;
revoke execute on function staff.know_demo_reports(uuid) from public;
grant execute on function staff.know_demo_reports(uuid) to service_role;

-- Before the cases themselves: nobody hears either that they are over.
create function staff.forget_demo_reports(poster uuid) returns void
language sql security definer set search_path = '' as $$
  delete from staff.alarms as a where a.kind = 'report'
    and a.about in (select c.kind || ' ' || c.subject_id from staff.cases as c where c.person_id = poster)
$$;
revoke execute on function staff.forget_demo_reports(uuid) from public;
grant execute on function staff.forget_demo_reports(uuid) to service_role;

-- The day that a new legal text begins with: a week to write it beyond what people are told before, or today.
create function staff.usual_legal_day(kind text) returns date
language plpgsql stable security definer set search_path = '' as $$
begin
  perform staff.require('staff');
  return (now() at time zone 'UTC')::date
    + case when kind = any (staff.told_kinds()) then private.setting('legal_notice_days')::int + 7 else 0 end;
end
$$;
revoke execute on function staff.usual_legal_day(text) from public;
grant execute on function staff.usual_legal_day(text) to authenticated;
