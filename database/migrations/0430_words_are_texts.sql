-- Since 0406 a word or a skill that is no text, such as the number in {"words": [2024]}, has been passed over, and a search of
-- nothing else found the whole board. It is refused as a list that is none is refused: our pages only send texts.
-- Volatile, or the planner would call it to find its value.
create function private.refuse_word() returns text
language plpgsql volatile set search_path = '' as $$
begin
  raise exception 'The words and the skills of a search are texts' using errcode = '22023';
end $$;
revoke execute on function private.refuse_word() from public;

-- may lock or break: a search whose words or skills are no texts is refused
create or replace function private.asked_words(entry jsonb) returns text[]
language sql stable set search_path = '' as $$
  select array(select term
    from (select left(lower(normalize(private.trimmed(left(
        case when jsonb_typeof(word) = 'string' then word #>> '{}' else private.refuse_word() end, 1000)), NFC)), 100) as term
      from jsonb_array_elements(coalesce(entry -> 'words', '[]')) as word limit 20) as terms
    where term <> '')
$$;

-- may lock or break: a search whose words or skills are no texts is refused
create or replace function private.asked_facets(entry jsonb) returns text[]
language sql stable set search_path = '' as $$
  select array_remove(array[case when entry ->> 'credential' <> 'any' then 'wants ' || (entry ->> 'credential') end], null)
    || array(select 'skill ' || lower(case when jsonb_typeof(skill) = 'string' then skill #>> '{}' else private.refuse_word() end)
      from jsonb_array_elements(coalesce(entry -> 'skills', '[]')) as skill limit 20)
$$;
