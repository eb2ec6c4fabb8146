-- Written by `npm run db:types` from domain/. Do not edit: change the rule there.
-- What a team writes of its company and of those who apply, from domain/companies and domain/applications.
-- Applied after the migrations, and again whenever it changed.

create or replace function private.check_companies() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.place is distinct from old.place then case
      when not private.has_visible(new.place, 1)
        then 'Write a place, or leave it empty'
      when char_length(new.place) > 100
        then 'Place must be less than 100 characters'
    end end,
    case when is_new or new.about is distinct from old.about then case
      when not private.has_visible(new.about, 1)
        then 'Write something, or leave it empty'
      when char_length(new.about) > 2000
        then 'About must be less than 2000 characters'
    end end,
    case when is_new or new.logo is distinct from old.logo then case
      when new.logo !~ ('^' || new.id || '/[0-9a-f-]{36}\.webp$')
        then 'Upload the logo on the page of the company'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$$;
create or replace trigger before_3_check_companies before insert or update on public.companies
  for each row execute function private.check_companies();

create or replace function private.check_application_notes() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.body is distinct from old.body then case
      when not private.has_visible(new.body, 1)
        then 'Write a note'
      when char_length(new.body) > 2000
        then 'The note must be less than 2000 characters'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$$;
create or replace trigger before_2_check_application_notes before insert or update on public.application_notes
  for each row execute function private.check_application_notes();

create or replace function private.check_application_templates() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.name is distinct from old.name then case
      when not private.has_visible(new.name, 1)
        then 'Give the template a name'
      when char_length(new.name) > 80
        then 'The name must be less than 80 characters'
    end end,
    case when is_new or new.body is distinct from old.body then case
      when not private.has_visible(new.body, 1)
        then 'Write the template'
      when char_length(new.body) > 2000
        then 'The template must be less than 2000 characters'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$$;
create or replace trigger before_2_check_application_templates before insert or update on public.application_templates
  for each row execute function private.check_application_templates();

create or replace function private.check_application_mail_settings() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.mails is distinct from old.mails then case
      when new.mails <> all ('{digest,at-once,off}'::text[])
        then 'Choose one from the list'
    end end,
    case when is_new or new.hour is distinct from old.hour then case
      when new.hour not between 0 and 23
        then 'Choose one from the list'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$$;
create or replace trigger before_2_check_application_mail_settings before insert or update on public.application_mail_settings
  for each row execute function private.check_application_mail_settings();
