-- “remotte” finds nothing and was asked about by nobody: what says how one works stands in few titles.
create or replace function public.suggest_words(asked text[])
 RETURNS TABLE(word text, meant text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
as $function$
  with known as materialized (
    select said, count(*) as times from (
      select distinct s.job_id, said from (select * from private.job_search as s
          where s.ends_at > now() order by s.is_featured desc, s.created_at desc, s.job_id desc limit 1000) as s,
        regexp_split_to_table(s.words, '[^[:alnum:]]+') as said) as each
    where char_length(said) between 4 and 40 group by said
    union all select unnest(array['remote', 'hybrid', 'onsite', 'fulltime', 'contractor', 'telework']), 0
  ), words as (
    select distinct left(lower(each), 40) as word from unnest(asked[1:8]) as each
    where char_length(each) between 4 and 40 and each ~ '^[[:alpha:]''-]+$'
  )
  select w.word, (select near.said from (
      select k.said, extensions.levenshtein_less_equal(w.word, k.said, 2) as steps, 1000000 + k.times as weight from known as k
      union all
      select b.beginning || split_part(entry, '|', 1), extensions.levenshtein_less_equal(w.word,
          b.beginning || split_part(entry, '|', 1), 2),
        coalesce(nullif(split_part(entry, '|', 5), '')::integer, 1)
      from private.place_blocks as b, string_to_table(b.entries, ';') as entry
      where b.beginning ~ '^[a-z]{3}' and b.beginning like left(private.place_key(w.word), 1) || '%'
        and coalesce(nullif(split_part(entry, '|', 5), '')::integer, 1) >= 3) as near
    where near.steps <= case when char_length(w.word) < 6 then 1 else 2 end
    order by near.steps, near.weight desc, near.said limit 1)
  from words as w
  where not exists (select from known as k where k.said = w.word)
    and not exists (select from private.places_of(private.place_key(w.word)))
$function$;
