-- A letter that Unicode writes with two was one while the length of a company's new name was counted, and two on its
-- postings, where the form of all words is the same: too long there, it was refused in the hour in which it should count,
-- and with it the new names of all companies of that day, each day anew.
create function private.write_names_in_one_form() returns trigger
language plpgsql set search_path = '' as $$
declare
  before public.companies := case tg_op when 'UPDATE' then old end;
begin
  new.name := normalize(new.name, NFC);
  new.next_name := normalize(new.next_name, NFC);
  if new.name is distinct from before.name and char_length(new.name) > 100
    or new.next_name is distinct from before.next_name and char_length(new.next_name) > 100
  then raise exception using errcode = '23514', message = 'Enter a name of 2 to 100 characters.';
  end if;
  return new;
end $$;
create trigger before_2_names_in_one_form before insert or update of name, next_name on public.companies
  for each row execute function private.write_names_in_one_form();

-- may lock or break: few companies are about to change their name, and a company is no row that visitors write.
update public.companies as c set next_name = null, next_name_from = null
  where char_length(normalize(c.next_name, NFC)) > 100;
-- may lock or break: few, as above.
update public.companies as c set next_name = normalize(c.next_name, NFC) where c.next_name is not nfc normalized;
