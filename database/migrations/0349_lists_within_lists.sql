-- A slice of a list counts its rows: a list within a list was looked through to its end, however long it was.

create function private.first_of(list anyarray, most integer) returns anyarray
language sql immutable parallel safe set search_path = '' as $$
  select array(select one from unnest(list) with ordinality as each (one, nth) order by nth limit most)
$$;
revoke all on function private.first_of(anyarray, integer) from public;

create or replace function public.find_places(names text[])
returns table(asked text, name text, state text, latitude real, longitude real, size integer, has_postings boolean)
language sql stable security definer set search_path = '' as $$
  select each.asked, p.name, p.state, p.latitude, p.longitude, p.size,
    exists (select from private.board_places as b where b.place = p.state || '/' || private.place_key(p.name))
  from (select distinct left(asked, 60) as asked from unnest(private.first_of(names, 40)) as asked) as each,
    private.places_of(private.place_key(each.asked)) as p
  order by each.asked, p.size desc, p.state
$$;

create or replace function public.suggest_words(asked text[])
returns table(word text, meant text)
language sql stable security definer set search_path = '' as $$
  with known as materialized (
    select said, count(*) as times from (
      select distinct s.job_id, said from (select * from private.job_search as s
          where s.ends_at > now() order by s.is_featured desc, s.created_at desc, s.job_id desc limit 1000) as s,
        regexp_split_to_table(s.words, '[^[:alnum:]]+') as said) as each
    where char_length(said) between 4 and 40 group by said
    union all select unnest(array['remote', 'hybrid', 'onsite', 'fulltime', 'contractor', 'telework']), 0
  ), words as (
    select distinct left(lower(each), 40) as word from unnest(private.first_of(asked, 8)) as each
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
$$;

create or replace function public.why_jobs_fit(jobs uuid[])
returns table(job_id uuid, reasons jsonb)
language sql stable security definer set search_path = '' as $$
  select r.job_id, r.reasons from private.fit_reasons(auth.uid(), private.first_of(jobs, 100)) as r
  where r.job_id not in (select private.unwanted_jobs(auth.uid(), private.first_of(jobs, 100), false))
$$;
