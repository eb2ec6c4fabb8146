-- Written by `npm run db:types` from domain/. Do not edit: change the rule there.
-- What a message may hold, from domain/messages/message.ts, and a report of a conversation.
-- Applied after the migrations, and again whenever it changed.

create or replace function private.check_messages() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.body is distinct from old.body then case
      when not private.has_visible(new.body, 1)
        then 'Write a message'
      when char_length(new.body) > 2000
        then 'Message must be less than 2000 characters'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$$;
create or replace trigger before_3_check_messages before insert or update on public.messages
  for each row execute function private.check_messages();

create or replace function private.check_message_reports() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.reason is distinct from old.reason then case
      when not private.has_visible(new.reason, 1)
        then 'Say what is wrong'
      when char_length(new.reason) > 1000
        then 'The report must be less than 1000 characters'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$$;
create or replace trigger before_2_check_message_reports before insert or update on public.message_reports
  for each row execute function private.check_message_reports();
