-- In a mail, "x,ada@people.example" and "(x)ada@people.example" lead to Ada. What counts the letters to a mailbox counts
-- by the text, so the tables of those who are written to take no such words, nor letters of others (0187).
create or replace function private.refuse_other_letters() returns trigger
language plpgsql set search_path = '' as $$
begin
  if octet_length(new.email) <> char_length(new.email) or new.email ~ '[][<>()\\,;:"]' then
    raise exception using errcode = '23514', message = 'Please enter a valid email';
  end if;
  return new;
end $$;
