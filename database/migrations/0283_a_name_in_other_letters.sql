-- Of a site whose name has no Latin letter nothing is left when it is folded, and so of a person's: each was taken for the site.
create or replace function private.calls_itself_us(name text) returns boolean
language sql stable strict security definer set search_path = '' as $$
  select case
    when own = '' then btrim(name) = btrim(private.setting('site_name'))
    when position(own in said) > 0 then char_length(own) >= 6 or said = own
    -- In which order they are seen is a long story, and few names have all of these letters.
    when name ~ '[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]'
      then private.has_letters(said, own) and (char_length(own) >= 6 or private.has_letters(own, said))
    else false end
  from (select private.fold_name(private.setting('site_name')) as own, private.fold_name(name) as said) as folded
$$;
