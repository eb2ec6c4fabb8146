-- Nobody who writes to others calls themselves by the company's name, nor by what looks like it.
insert into private.settings (name, value) values ('site_name', 'Carolina Health AI');

-- foldName of domain/own-name.ts.
create function private.fold_name(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(replace(lower(translate(
    regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'),
    'аеорсухіѕјһԁӏкмтнвгԛԝАЕОРСУХІЅЈНВКМТαεικνορτυχηΑΒΕΖΗΙΚΜΝΟΡΤΥΧıłŁøØđĐħĦɑɡɩ0134578@$|!',
    'aeopcyxisjhdlkmthbrqwAEOPCYXISJHBKMTaeikvoptuxnABEZHIKMNOPTYXilLoOdDhHagioleastbasll'
  )), 'i', 'l'), '[^a-z0-9]', '', 'g')
$$;

create function private.calls_itself_us(name text) returns boolean
language sql stable strict security definer set search_path = '' as $$
  select case when char_length(own) < 6 then private.fold_name(name) = own
    else position(own in private.fold_name(name)) > 0 end
  from private.fold_name(private.setting('site_name')) as own
$$;

-- The name, or nothing where it is empty or would speak for the company.
create function private.not_our_name(name text) returns text
language sql stable security definer set search_path = '' as $$
  select case when not private.calls_itself_us(name) then nullif(name, '') end
$$;

create function private.refuse_own_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_sent_by_people() and private.calls_itself_us(new.company) then
    raise exception using errcode = '23514',
      message = 'This is our own name. Enter the company for which you hire.';
  end if;
  return new;
end
$$;
create trigger employers_own_name before insert or update of company on public.employers
  for each row execute function private.refuse_own_name();

update public.conversations set member_name = 'A member' where private.calls_itself_us(member_name);
update public.conversations set member_company = null where private.calls_itself_us(member_company);
update public.conversations set candidate_headline = 'A candidate'
  where private.calls_itself_us(candidate_headline);

-- As before, but for the names, and with the company that counts now.
-- From the caller to a candidate whom they may see; that they may is asked before, as the caller.
create or replace function private.write_to_candidate(candidate uuid, words text, key uuid)
returns table (message_id uuid, conversation_id uuid, is_repeated boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  conversation public.conversations;
  repeated public.messages;
begin
  -- One message of a person at a time, so that limits are counted right.
  perform pg_advisory_xact_lock(hashtextextended('messages ' || me, 0));
  select c.* into conversation from public.conversations as c
    where c.member_id = me and c.candidate_id = candidate;
  repeated := private.find_repeated(me, conversation.id, words, key);
  if repeated.id is not null then
    return query select repeated.id, repeated.conversation_id, true;
    return;
  end if;
  if private.is_blocked_between(me, candidate) then
    perform private.refuse('conversation_closed');
  end if;
  if conversation.last_sender_id = me then perform private.refuse('message_unanswered'); end if;
  if conversation.id is null then
    if (select count(*) from public.conversations as c
      where c.member_id = me and c.started_at > clock_timestamp() - interval '1 day') >= 25
    then perform private.refuse('too_many_conversations');
    end if;
    insert into public.conversations as c (member_id, candidate_id, member_name, member_company,
        candidate_headline)
      select me, candidate,
        coalesce(private.not_our_name(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100)),
          'A member'),
        private.not_our_name(left(btrim(private.company_in_effect(me)), 100)),
        (select coalesce(private.not_our_name(btrim(p.headline)), 'A candidate')
          from public.candidate_profiles as p where p.user_id = candidate)
      from auth.users as u where u.id = me
      returning c.* into conversation;
  end if;
  return query select private.add_message(conversation, me, words, key), conversation.id, false;
end
$$;
grant execute on function private.fold_name(text), private.calls_itself_us(text) to service_role;
