-- Three invitations a day are three to a mailbox (decision 149): name+1@ and name+2@ are the same one, and companies that invite it
-- at the same moment wait for each other.
drop index private.invitation_mails_email;
create index invitation_mails_box on private.invitation_mails (private.box_of(email), at);

create or replace function private.order_invitation(invitation uuid, address text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  box text := private.box_of(address);
begin
  if not auth.has_proved_mailbox(me) then
    perform private.say_no('403', 'Confirm your own email address first. Then you can invite others.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invitations ' || me, 0));
  perform pg_advisory_xact_lock(hashtextextended('invitations to ' || box, 0));
  delete from private.invitation_mails where at < now() - interval '1 day';
  if (select count(*) from private.invitation_mails where sent_by = me) >= 20 then
    perform private.say_no('429', 'You have sent 20 invitations within a day. Continue tomorrow.');
  end if;
  if (select count(*) from private.invitation_mails where private.box_of(email) = box) >= 3 then
    perform private.say_no('429', 'This address has had three invitations within a day. Try again tomorrow.');
  end if;
  insert into private.invitation_mails (sent_by, email) values (me, address);
  perform queue.add('team-invitation', json_build_object('id', invitation), 'team-invitation ' || invitation);
end $$;

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
