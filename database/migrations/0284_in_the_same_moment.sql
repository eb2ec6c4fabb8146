-- What was asked of a posting before it was closed was answered by what it had been: the application of somebody who pressed in that
-- moment went to a posting that is over, and nothing told them so. Whoever closes it is waited for, and then it is asked anew.
create function private.still_takes(job uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.jobs as j where j.id = job for share;
  return exists (select from private.live_jobs as l where l.id = job);
end $$;
revoke execute on function private.still_takes(uuid) from public;

create or replace function private.write_application(job uuid, person uuid, given jsonb, resume uuid, sent_profile jsonb,
  first_state text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  posting record;
  kept jsonb;
  written uuid;
begin
  if not private.still_takes(job) then perform private.refuse('job_takes_none'); end if;
  select j.id, j.title, j.company, j.company_id, j.questions into posting
    from public.jobs as j where j.id = job and j.applies_here;
  if not found then perform private.refuse('job_takes_none'); end if;
  -- A recruiter believes what we say of their postings and their account.
  if private.calls_itself_us(given ->> 'name') then perform private.refuse('own_name'); end if;
  if resume is null and sent_profile is null then perform private.refuse('resume_needed'); end if;
  kept := private.answers_to(posting.questions, coalesce(given -> 'answers', '{}'));
  insert into public.applications (job_id, job_title, company_id, company_name, applicant_id, name, email, phone,
      place, note, profile, answers, meets_needs, resume_id, state)
    values (posting.id, posting.title, posting.company_id, posting.company, person, given ->> 'name',
      lower(given ->> 'email'), nullif(given ->> 'phone', ''), nullif(given ->> 'place', ''),
      coalesce(given ->> 'note', ''), sent_profile, kept,
      not exists (select from jsonb_array_elements(kept) as a where not (a -> 'meets')::boolean), resume, first_state)
    returning id into written;
  return written;
end $$;

create or replace function private.application_by_link(hash text, act text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  it public.applications;
  still_takes boolean;
  done text;
begin
  -- The posting before the application, as whoever closes it holds them.
  if act = 'confirm' then
    still_takes := private.still_takes((select a.job_id
      from private.application_tokens as t join public.applications as a on a.id = t.application_id
      where t.token_hash = hash));
  end if;
  select a.* into it
    from private.application_tokens as t join public.applications as a on a.id = t.application_id
    where t.token_hash = hash and a.leaves_at is null and case a.state
      when 'unconfirmed' then a.applied_at > now() - interval '1 day'
      else t.created_at > now() - interval '1 year' end
    for update of a;
  if not found then return null; end if;
  if act = 'confirm' and it.state = 'unconfirmed' then
    if not still_takes then
      done := 'closed';
    elsif private.deleted_twice(it.job_id, it.applicant_id, it.email) then
      done := 'twice';
    else
      begin
        update public.applications set state = 'new', state_at = now(), applied_at = now() where id = it.id;
        perform private.tell_applicant(it.id, 'applied', 'new');
        done := 'confirmed';
      exception when unique_violation then
        done := case when exists (select from public.applications as b
            where b.job_id = it.job_id and b.email = it.email and b.state = 'withdrawn' and b.leaves_at is null)
          then 'withdrawn-before' else 'before' end;
      end;
    end if;
  elsif act = 'withdraw' then
    if private.withdraw(it.id) then done := 'withdrawn'; end if;
  elsif act = 'delete' then
    perform private.take_back(array[it.id]);
    done := 'deleted';
  elsif act = 'quiet' then
    update public.applications set wants_mails = false where id = it.id;
    insert into public.message_settings (user_id, application_mails)
      select it.applicant_id, false where it.applicant_id is not null
      on conflict (user_id) do update set application_mails = false;
    done := 'quiet';
  end if;
  return jsonb_build_object('done', done, 'title', it.job_title, 'company', it.company_name, 'job_id', it.job_id,
    'state', coalesce((select a.state from public.applications as a where a.id = it.id), it.state),
    'applied_at', it.applied_at, 'looked_at', it.looked_at, 'answered_at', it.answered_at,
    'name', it.name, 'email', it.email, 'phone', it.phone, 'place', it.place, 'note', it.note,
    'answers', (select coalesce(jsonb_agg(e - 'meets'), '[]') from jsonb_array_elements(it.answers) as e),
    'file_name', (select r.file_name from public.resumes as r where r.id = it.resume_id),
    'usual_days', private.usual_days(it.company_id),
    'said', (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'words', e.words) order by e.id), '[]')
      from public.application_events as e
      where e.application_id = it.id and e.words is not null and (e.kind = 'message' or e.state = it.state)),
    'is_closed', not exists (select from private.live_jobs as l where l.id = it.job_id),
    'is_silent', it.silence_told_at is not null and it.answered_at is null,
    'has_account', it.applicant_id is not null);
end $$;

-- Who answered a person that deleted the account in that moment read that an answer is waited for. None comes.
create or replace function private.write_in_conversation(conversation uuid, words text, key uuid, may_write_as_member boolean)
  returns table (message_id uuid, conversation_id uuid, is_repeated boolean)
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  talk public.conversations;
  side text;
  repeated public.messages;
begin
  perform pg_advisory_xact_lock(hashtextextended('messages ' || me, 0));
  -- Of two of a team who answer at the same moment, the second one sees what the first one wrote.
  select c.* into talk from public.conversations as c where c.id = conversation for update;
  side := private.side_of(talk);
  if side is null then perform private.refuse('conversation_not_found'); end if;
  repeated := private.find_repeated_message(me, talk.id, words, key);
  if repeated.id is not null then
    return query select repeated.id, repeated.conversation_id, true;
    return;
  end if;
  if talk.candidate_id is null
    or private.is_blocked_with_team(case side when 'member' then me else talk.member_id end, talk.candidate_id,
      talk.company_id)
    or (side = 'member' and not may_write_as_member)
  then perform private.refuse('conversation_closed');
  end if;
  if side = 'member' and talk.last_sender_id is distinct from talk.candidate_id
    and not private.are_message_limits_wide()
  then
    perform private.refuse('message_unanswered');
  end if;
  return query select private.add_message(talk, me, words, key), talk.id, false;
end $$;

-- A mail about a message waits for the mail server; by then staff may have closed the conversation for what stands in it.
create function private.is_closed_by_staff(conversation uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.closed_conversations as k where k.conversation_id = conversation)
$$;
revoke execute on function private.is_closed_by_staff(uuid) from public;
grant execute on function private.is_closed_by_staff(uuid) to service_role;
