-- A third name within a year waits for staff. Whoever went back to the name that stands, or to the one that comes tomorrow, was told
-- that it is saved, and staff still saw the third: allowed, it became the name against everybody's will.
create or replace function public.set_company_name(company uuid, called text)
returns TABLE(next_name text, next_from timestamp with time zone, waits boolean)
language plpgsql security definer set search_path = '' as $$
declare
  it public.companies;
  wanted text := normalize(left(private.trimmed(called), 1000), NFC);
  is_way_to_write boolean;
begin
  if not company = any (private.own_companies('admin')) then
    raise exception using errcode = '42501', message = 'Only admins of the company change its name.';
  end if;
  if wanted is null or char_length(wanted) > 100 or not private.has_visible(wanted, 2)
    or private.company_key(wanted) = '' then
    raise exception using errcode = '23514', message = 'Enter a name of 2 to 100 characters.';
  end if;
  if private.calls_itself_us(wanted) then
    raise exception using errcode = '23514', message = 'This is our own name. Enter the name of your company.';
  end if;
  select * into it from public.companies as c where c.id = company for update;
  -- One that waits for staff is not wanted any more.
  delete from staff.company_cases as k where k.company_id = company and k.kind = 'rename' and k.decided_at is null;
  is_way_to_write := wanted = it.name or not private.is_address(wanted);
  if private.name_key(wanted) = it.name_key and is_way_to_write then
    -- Another way to write it is the same name. What was to come is taken back, and stays counted.
    update public.companies as c set name = wanted, next_name = null, next_name_from = null where c.id = company;
    if wanted <> it.name then
      perform queue.add('company-spelling', json_build_object('companyId', company, 'former', it.name));
    end if;
    return query select null::text, null::timestamptz, false;
    return;
  end if;
  if it.next_name is not null and private.name_key(wanted) = private.name_key(it.next_name) and is_way_to_write then
    update public.companies as c set next_name = wanted where c.id = company;
    return query select wanted, it.next_name_from, false;
    return;
  end if;
  if (select count(*) from unnest(it.renamed_at) as at where at > now() - interval '1 year') >= 2 then
    insert into staff.company_cases (kind, company_id, claim, asked_by) values ('rename', company, wanted, auth.uid());
    return query select wanted, null::timestamptz, true;
    return;
  end if;
  return query select n.next_name, n.next_from, false from private.call_company(company, wanted) as n;
end $$;

-- An invitation outlasted the block of who had sent it: it still went out, in their name, and whoever accepted it worked for the
-- company, as an admin even. A colleague can send it again, in their own name; with the end of the block it is good again.
create or replace function private.invitation_of(token text)
returns public.company_invitations
language sql stable security definer set search_path = '' as $$
  select i from public.company_invitations as i
    where i.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex') and i.expires_at > now()
      and (i.invited_by in (select private.banned_people())) is not true
$$;

create or replace function private.give_invitation_link(invitation uuid, hash text)
returns TABLE(email text, role text, company text, inviter text)
language sql security definer set search_path = '' as $$
  update public.company_invitations as i set token_hash = hash
    from public.companies as c
    where i.id = invitation and i.expires_at > now() and c.id = i.company_id
      and (i.invited_by in (select private.banned_people())) is not true
    returning i.email, i.role, coalesce(private.not_our_name(c.name), 'A company'),
      coalesce((select private.not_our_name(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100))
        from auth.users as u where u.id = i.invited_by), 'Somebody')
$$;
