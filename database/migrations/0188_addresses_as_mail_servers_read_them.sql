-- A mail server reads `name@ｐeople.example` as `name@people.example`. As another address it had limits of its own, and could not be
-- confirmed by an account, whose addresses are plain ones. Forms take no other; now the tables behind the API do not either.
create function private.refuse_other_letters() returns trigger
language plpgsql set search_path = '' as $$
begin
  if octet_length(new.email) <> char_length(new.email) then
    raise exception using errcode = '23514', message = 'Please enter a valid email';
  end if;
  return new;
end $$;

create trigger before_2_plain_address before insert on public.newsletter_subscribers
  for each row execute function private.refuse_other_letters();
create trigger before_2_plain_address before insert on public.alerts
  for each row execute function private.refuse_other_letters();
create trigger before_2_plain_address before insert on public.company_invitations
  for each row execute function private.refuse_other_letters();
