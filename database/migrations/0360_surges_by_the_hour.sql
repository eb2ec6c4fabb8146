-- Whether more come than usual was asked with all messages and accounts of fifteen days in one array, every two minutes: seconds at
-- a million messages. Only the hour of each day is read, by an index. Of accounts that is the one of their list, which has those that are not
-- closed; of messages each new part of the table is summed up when it is full, not with the next clean-up.
alter index public.messages_hour set (autosummarize = on);

create or replace function staff.find_surges() returns table(kind text, about text, facts jsonb)
language sql stable security definer set search_path = '' as $$
  with hours(day, begins, ends) as (
    select day, now() - make_interval(hours => 24 * day + 1), now() - make_interval(hours => 24 * day)
    from generate_series(0, 14) as day
  ), counted(about, day, came) as (
    select 'sign-ups', day, (select count(*) from staff.people_words as p where p.created_at > begins and p.created_at <= ends)
      from hours
    union all
    select 'messages', day, (select count(*) from public.messages as m where m.created_at > begins and m.created_at <= ends)
      from hours
  ), beside(about, this_hour, median) as (
    select about, max(came) filter (where day = 0),
      percentile_cont(0.5) within group (order by came) filter (where day > 0)
    from counted group by about
  )
  select 'surge', about, jsonb_build_object('count', this_hour, 'median', median)
  from beside where this_hour >= 20 and this_hour > 5 * median
$$;

-- may lock or break: the function above alone called it
drop function staff.hour_beside_median(timestamptz[]);
