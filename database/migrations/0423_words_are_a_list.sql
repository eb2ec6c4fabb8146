-- Since 0406 a search whose words or skills are no list, such as {"words": "coder"}, has found the whole board. It is refused
-- again.
create or replace function private.asked_words(entry jsonb) returns text[]
language sql stable set search_path = '' as $$
  select array(select term
    from (select left(lower(normalize(private.trimmed(left(word #>> '{}', 1000)), NFC)), 100) as term
      from jsonb_array_elements(coalesce(entry -> 'words', '[]')) as word where jsonb_typeof(word) = 'string' limit 20) as terms
    where term <> '')
$$;

create or replace function private.asked_facets(entry jsonb) returns text[]
language sql stable set search_path = '' as $$
  select array_remove(array[case when entry ->> 'credential' <> 'any' then 'wants ' || (entry ->> 'credential') end], null)
    || array(select 'skill ' || lower(skill #>> '{}')
      from jsonb_array_elements(coalesce(entry -> 'skills', '[]')) as skill where jsonb_typeof(skill) = 'string' limit 20)
$$;
