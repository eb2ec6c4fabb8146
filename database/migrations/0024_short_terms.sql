-- Trigrams cannot find texts of one or two characters, and a rare one would walk through everybody.
create function private.short_grams(words text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(distinct substr(words, place, size)), '{}')
  from generate_series(1, 2) as size,
    generate_series(1, char_length(words) - size + 1) as place
$$;

create index candidate_search_short_idx on private.candidate_search
  using gin (private.short_grams(words)) with (fastupdate = off);

-- As before, but for texts that short: having them as a piece is the whole condition.
create or replace function private.search_conditions(
  q text, place text, certification text, wanted text[], any_skill text[], years_from integer,
  years_to integer
) returns text language sql immutable set search_path = '' as $$
  select 'c.user_id not in (select private.people_hidden_from($1))'
    || case when private.fold(q) = '' then ''
      when char_length(private.fold(q)) < 3
      then ' and private.short_grams(c.words) @> array[
        regexp_replace(substr($2, 2, char_length($2) - 2), ''\\(.)'', ''\1'', ''g'')]'
      else ' and c.words like $2' end
    || case when place <> '' then ' and c.place like $3' else '' end
    || case when certification <> '' then ' and c.certifications like $4' else '' end
    || case when wanted <> '{}' then ' and c.facets @> $5' else '' end
    || case when any_skill <> '{}' then ' and c.facets && $6' else '' end
    || case when years_from is not null or years_to is not null
      then ' and c.facets && $7 and c.years between $8 and $9' else '' end
$$;
