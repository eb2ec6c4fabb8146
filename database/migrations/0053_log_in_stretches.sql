-- The log is read in stretches, searched by who it was, and holds against an entry about something else.
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant staff_keeper to %I with inherit false, set true', current_user);
  end if;
  grant create on schema staff to staff_keeper;
  perform set_config('staff.migrates', current_user, true);
end $$;
drop function staff.check_log();

set role staff_keeper;
drop function staff.read_chain();
create index log_transaction on staff.log (transaction_id);
-- Addresses are kept in small letters. Compared as they are: under row-level security an index serves nothing else.
create index log_details_actor on staff.log_details (actor_address, position desc);

-- So many entries after that one, which was read before. `next` is where the next stretch begins; `broken_at` the
-- first entry that is not as it was written.
create function staff.read_chain(after bigint, most int) returns table (entries bigint, total bigint, head text,
  next bigint, broken_at bigint)
language sql stable security definer set search_path = '' as $$
  with part as materialized (
    select l as entry, l.position, l.hash, l.details_hash from staff.log as l
      where l.position > read_chain.after order by l.position limit most),
  links as (
    select p.position, p.hash,
      p.position = read_chain.after + row_number() over (order by p.position)
        and p.hash = staff.hash_of(p.entry, coalesce(lag(p.hash) over (order by p.position),
          (select former.hash from staff.log as former where former.position = read_chain.after), ''))
        and (d.position is null or p.details_hash = staff.hash_of(d)) as holds
    from part as p left join staff.log_details as d on d.position = p.position),
  newest as (select max(position) as position from staff.log)
  select count(*), coalesce((select position from newest), 0),
    (select encode(hash, 'hex') from links order by position desc limit 1),
    case when max(position) < (select position from newest) then max(position) end,
    min(position) filter (where not holds)
  from links
$$;

-- Whether this transaction wrote an entry: one of these acts, about this subject, where they are said. The lock is
-- held since its first one, so its entries are the newest. A number of a transaction may come again after a restore.
create function staff.is_on_record(acts text[], subject text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from staff.log
    where transaction_id = pg_current_xact_id_if_assigned()
      and position > coalesce((select max(position) from staff.log
        where transaction_id <> pg_current_xact_id_if_assigned()), 0)
      and (acts is null or act = any (acts)) and (subject is null or subject_id = subject))
$$;
revoke execute on function staff.read_chain(bigint, int), staff.is_on_record(text[], text) from public;
do $$
begin
  -- Those of before, too: a change of owner takes what the owner before was granted.
  execute format('grant execute on function staff.read_chain(bigint, int), staff.is_on_record(text[], text),
    staff.append(text, uuid, text, text, text, text, text, jsonb, jsonb), staff.drop_details(timestamptz, text),
    staff.is_on_record() to %I', current_setting('staff.migrates'));
  execute format('set role %I', current_setting('staff.migrates'));
end $$;
revoke create on schema staff from staff_keeper;

create function staff.check_log(after bigint, most int) returns table (entries bigint, total bigint, head text,
  next bigint, broken_at bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_sent_by_people() then
    perform staff.require('staff');
  end if;
  return query select * from staff.read_chain(greatest(after, 0), least(greatest(most, 1), 20000));
end
$$;
grant execute on function staff.check_log(bigint, int) to authenticated, service_role;

-- Whom an owner means by an address or an id. Of an account that is gone the id is left.
create function staff.find_person(asked text) returns table (id uuid, address text)
language plpgsql stable security definer set search_path = '' as $$
declare
  given uuid := case when pg_input_is_valid(asked, 'uuid') then asked::uuid end;
begin
  perform staff.require('owner');
  if given is null then
    return query select u.id, u.email::text from auth.users as u where u.email = lower(asked);
  else
    return query select given, coalesce((select u.email::text from auth.users as u where u.id = given), asked);
  end if;
end
$$;
grant execute on function staff.find_person(text) to authenticated;

-- With arguments: the column that the subject of the entry must name, or nothing, and the acts of which it must be.
create or replace function staff.must_be_logged() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
  acts text[];
begin
  for place in 1 .. tg_nargs - 1 loop
    acts := acts || tg_argv[place];
  end loop;
  if not staff.is_on_record(acts, case when tg_nargs > 0 and tg_argv[0] <> '' then changed ->> tg_argv[0] end) then
    raise exception 'this was not written into the log' using errcode = 'SF500';
  end if;
  return null;
end
$$;

drop trigger must_be_logged on staff.members;
create constraint trigger must_be_logged after insert or update or delete on staff.members
  deferrable initially deferred for each row execute function staff.must_be_logged('user_id', 'appoint', 'accept',
    'change-role', 'remove-member', 'leave', 'left-with-account', 'lose-factor', 'set-hearing');
drop trigger must_be_logged on staff.invitations;
create constraint trigger must_be_logged after insert or update or delete on staff.invitations
  deferrable initially deferred for each row execute function staff.must_be_logged('', 'appoint', 'accept',
    'withdraw-invitation', 'send-invitation', 'lose-factor');
drop trigger must_be_logged on staff.alarm_webhook;
create constraint trigger must_be_logged after insert or update or delete on staff.alarm_webhook
  deferrable initially deferred for each row execute function staff.must_be_logged('', 'set-alarm-webhook');

do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke staff_keeper from %I', current_user);
  end if;
end $$;
