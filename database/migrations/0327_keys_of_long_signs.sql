-- One sign may be a sentence: in its plainest form U+FDFA has eighteen characters. A name of a hundred of them was refused
-- in the words of a table that nobody knows. No key that is kept changes: none is longer than three hundred.
create or replace function private.company_key(company text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text := btrim(lower(normalize(left(company, 1000), NFKC)));
  host text := substring(words from '^(?:https?://)?(?:[^@\s/]+@|@)?((?:[^\s./@]+\.)+[a-z]{2,})(?:[/?#].*)?$');
  parts text[];
  bare text;
begin
  if host is not null then
    parts := string_to_array(host, '.');
    -- acme.co.uk is acme, as acme.com is.
    if cardinality(parts) > 2 and char_length(parts[cardinality(parts)]) = 2
      and parts[cardinality(parts) - 1] in ('ac', 'co', 'com', 'edu', 'gov', 'net', 'org')
    then words := parts[cardinality(parts) - 2];
    else words := parts[cardinality(parts) - 1];
    end if;
  else
    words := replace(words, '&', ' and ');
    bare := regexp_replace(words,
      '\m(the|inc|incorporated|llc|llp|lp|ltd|limited|corp|corporation|co|company|plc|pllc|gmbh|ag|sa)\M',
      ' ', 'g');
    if bare ~ '[[:alnum:]]' then words := bare; end if;
  end if;
  return left(regexp_replace(words, '[^[:alnum:]]', '', 'g'), 300);
end
$$;
