-- What `npm run moderate` shows and changes of people, and what `npm run newsletter` sends, is on record, as it is where
-- staff do it.
create function staff.note_command(act text, subject_kind text, subject_id text, before jsonb, after jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if act not in ('look-evidence', 'set-employer', 'send-newsletter') then
    raise exception 'no act of a command: %', act using errcode = '22023';
  end if;
  perform staff.append('command', null, null, act, subject_kind, subject_id, null, before, after);
end
$$;
revoke execute on function staff.note_command(text, text, text, jsonb, jsonb) from public;
grant execute on function staff.note_command(text, text, text, jsonb, jsonb) to service_role;

-- By which a case is found: what it is about, and whom, as they were when it was opened.
alter table staff.cases add column searched text not null generated always as (lower(title
  || ' ' || coalesce(person_then ->> 'name', '')
  || ' ' || coalesce(person_then ->> 'email', ''))) stored;
grant select (searched) on staff.cases to authenticated;
create index cases_reports on staff.cases (reports desc, id desc);

-- A job that nobody reported, too.
create or replace function staff.note_decision_on_job(job uuid, hides boolean, words text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  act text := case when hides then 'hide-case' else 'release-case' end;
begin
  update staff.cases as c set state = case when hides then 'hidden' else 'released' end, version = c.version + 1,
      acted_by = null, acted_as = 'A command on the server', acted_at = now(), changed_at = now(),
      decided_by = null, decided_at = now(), reason = coalesce(words, c.reason), letter_hash = null
    where c.kind = 'job' and c.subject_id = job
      and (c.state in ('waiting', 'asked', 'answered', 'appealed') or c.state = 'hidden' and not hides);
  if not found then
    act := case when hides then 'hide-jobs' else 'release-jobs' end;
    if not exists (select from public.jobs where id = job) then return; end if;
  end if;
  perform staff.append('command', null, null, act, 'job', job::text, words, null, null);
end
$$;
