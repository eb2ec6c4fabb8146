-- Written by `npm run db:types` from domain/. Do not edit: change the rule there.
-- When an alert comes, from domain/alerts/alerts.ts.
-- Applied after the migrations, and again whenever it changed.

create or replace function private.check_alerts() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.kind is distinct from old.kind then case
      when new.kind <> all ('{jobs,fit,people}'::text[])
        then 'Choose what the alert is about'
    end end,
    case when is_new or new.rhythm is distinct from old.rhythm then case
      when new.rhythm <> all ('{daily,weekly}'::text[])
        then 'Choose how often it comes'
    end end,
    case when is_new or new.weekday is distinct from old.weekday then case
      when new.weekday not between 1 and 7
        then 'Choose one from the list'
    end end,
    case when is_new or new.hour is distinct from old.hour then case
      when new.hour not between 0 and 23
        then 'Choose one from the list'
    end end,
    case when is_new or new.address is distinct from old.address then case
      when char_length(new.address) > 2000
        then 'The search must be less than 2000 characters'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$$;
create or replace trigger before_2_check_alerts before insert or update on public.alerts
  for each row execute function private.check_alerts();
