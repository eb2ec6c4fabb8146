-- Mails about messages could be stopped after a sign-in alone: whoever could not, pressed “spam” in the mail program.
create table private.message_mail_tokens (
  token_hash text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index message_mail_tokens_user_id on private.message_mail_tokens (user_id);
alter table private.message_mail_tokens enable row level security;
revoke all on private.message_mail_tokens from anon, authenticated;

-- The token is in the mail alone: what is kept is its hash, for half a year.
create function private.keep_message_mail_token(hash text, person uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.message_mail_tokens where user_id = person and created_at < now() - interval '180 days';
  insert into private.message_mail_tokens (token_hash, user_id) values (hash, person);
$$;
revoke execute on function private.keep_message_mail_token(text, uuid) from public;
grant execute on function private.keep_message_mail_token(text, uuid) to service_role;

create function public.stop_message_mails(token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
begin
  select t.user_id into person from private.message_mail_tokens as t
    where t.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex');
  if person is null then return false; end if;
  insert into public.message_settings (user_id, mail_notices) values (person, false)
    on conflict (user_id) do update set mail_notices = false;
  return true;
end $$;
revoke execute on function public.stop_message_mails(text) from public;
grant execute on function public.stop_message_mails(text) to anon, authenticated;

-- What comes back is left alone by and by (decision 193), and its person, who may sign in all the same, was told by nobody.
create function public.own_mailbox_is_gone() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select m.state = 'bounced' and private.says_no_mailbox(m.said)
    from staff.mails as m
    where m.recipient = (select lower(u.email) from auth.users as u where u.id = auth.uid())
    order by m.at desc, m.id desc limit 1), false)
$$;
revoke execute on function public.own_mailbox_is_gone() from public, anon;
grant execute on function public.own_mailbox_is_gone() to authenticated;
