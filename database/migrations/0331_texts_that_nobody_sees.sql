-- What holds nothing that anybody sees is no text, whoever sends it: a name of one space that does not break, or of a sign without
-- ink, stood as a name, and a profile had a summary of blanks alone. The forms make nothing of it; so does the database, for what
-- comes past them, from a provider of sign-ins, too.
create function private.drop_blank_names() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known text;
begin
  foreach known in array array['full_name', 'name'] loop
    if jsonb_typeof(new.raw_user_meta_data -> known) = 'string'
      and not private.has_visible(new.raw_user_meta_data ->> known, 1)
    then
      new.raw_user_meta_data := new.raw_user_meta_data || jsonb_build_object(known, '');
    end if;
  end loop;
  return new;
end $$;
revoke execute on function private.drop_blank_names() from public;
create trigger before_2_drop_blank_names before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.drop_blank_names();

-- Missing stays missing.
create function private.blank_to_empty(value text) returns text
language plpgsql immutable strict set search_path = '' as $$
begin
  return coalesce(private.blank_to_null(value), '');
end $$;

create function private.drop_blank_texts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.summary := private.blank_to_empty(new.summary);
  new.current_company := private.blank_to_empty(new.current_company);
  new.current_position := private.blank_to_empty(new.current_position);
  new.location := private.blank_to_empty(new.location);
  new.education := private.blank_to_empty(new.education);
  new.salary_expectations := private.blank_to_empty(new.salary_expectations);
  return new;
end $$;
create trigger before_2_drop_blank_texts
  before insert or update of summary, current_company, current_position, location, education, salary_expectations
  on public.candidate_profiles for each row execute function private.drop_blank_texts();

create function private.drop_blank_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.note := private.blank_to_empty(new.note);
  return new;
end $$;
create trigger before_2_drop_blank_note before insert or update of note
  on public.saved_candidates for each row execute function private.drop_blank_note();
revoke execute on function private.blank_to_empty(text), private.drop_blank_texts(), private.drop_blank_note() from public;
