-- Declining several looked at no state that the screen had shown: whom a colleague had just made an offer to was declined
-- with the others. As with move_application, the caller says which states they saw.
-- may lock or break: a call that names no states, as the version before does, means the same as before.
drop function public.decline_applications(uuid[], text);
create function public.decline_applications(applications uuid[], words text, seen text[] default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  it record;
  done integer := 0;
  said text := private.trimmed(private.plain_text(words));
begin
  if coalesce(cardinality(applications), 0) not between 1 and 200 then
    raise exception using errcode = 'PT400', message = 'Choose between 1 and 200 applications.';
  end if;
  if char_length(coalesce(said, '')) not between 1 and 2000 then
    raise exception using errcode = 'PT400', message = 'Write a sentence of up to 2,000 characters.';
  end if;
  for it in
    select a.id, a.name, a.job_title
      from unnest(applications, seen) as chosen (id, state)
      join public.applications as a on a.id = chosen.id and (seen is null or a.state = chosen.state)
      where a.state in ('new', 'review', 'interview', 'offer')
        and a.leaves_at is null and a.applicant_id is distinct from auth.uid()
        and a.company_id = any (private.own_companies('recruiter'))
      order by a.id for update of a
  loop
    if private.set_application_state(it.id, 'declined', private.fill_template(said, it.name, it.job_title)) then
      done := done + 1;
    end if;
  end loop;
  return done;
end
$$;
grant execute on function public.decline_applications(uuid[], text, text[]) to authenticated;
