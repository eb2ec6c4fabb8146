-- Who withdrew an application and confirmed another one for the same posting read that one is enough, and that the company
-- has it: it had a withdrawn one, and nothing said what to do. And who came by the link of
-- the mail that says that a posting was closed, or that nobody has answered, read nothing of either.
create or replace function private.application_by_link(hash text, act text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  it public.applications;
  done text;
begin
  select a.* into it
    from private.application_tokens as t join public.applications as a on a.id = t.application_id
    where t.token_hash = hash and a.leaves_at is null and case a.state
      when 'unconfirmed' then a.applied_at > now() - interval '1 day'
      else t.created_at > now() - interval '1 year' end
    for update of a;
  if not found then return null; end if;
  if act = 'confirm' and it.state = 'unconfirmed' then
    if not exists (select from private.live_jobs as l where l.id = it.job_id) then
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
