-- Ten words of an alert are looked for: those that were typed first, and not the first of the alphabet.
create or replace function private.said_words(given jsonb, name text, most integer) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select word
    from (select private.fold(left(btrim(said), most)) as word
      from unnest(private.texts_in(given, name)) with ordinality as one (said, nth)
      where btrim(said) <> '' group by 1 order by min(nth) limit 10) as first
    order by word)
$$;

-- What is typed in the inbox is a word as it stands, an address, say, or its parts as the index takes them apart: “anna_maria” is
-- two words there.
create function private.application_search(typed text) returns tsquery
language sql immutable set search_path = '' as $$
  select string_agg('(''' || word || ''':*' || coalesce(' | ' || pieces, '') || ')', ' & ')::tsquery
  from (select word,
      (select string_agg('''' || lexeme || ''':*', ' & ')
        from unnest(regexp_split_to_array(word, '_+')) as lexeme where lexeme <> '' and word ~ '_') as pieces
    from regexp_split_to_table(lower(left(btrim(typed), 100)), '[^[:alnum:]@._-]+') as word
    where word ~ '[[:alnum:]]' limit 8) as words
$$;

create or replace function public.list_applications(job uuid DEFAULT NULL::uuid, standing text DEFAULT ''::text, needs text DEFAULT ''::text, verified boolean DEFAULT false, near text DEFAULT ''::text, starred boolean DEFAULT false, q text DEFAULT ''::text, question text DEFAULT ''::text, answer text DEFAULT ''::text, spam boolean DEFAULT false, after_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid, size integer DEFAULT 30)
 returns table(id uuid, job_id uuid, job_title text, name text, place text, state text, state_at timestamp with time zone, applied_at timestamp with time zone, answered_at timestamp with time zone, looked_at timestamp with time zone, leaves_at timestamp with time zone, spam_at timestamp with time zone, meets_needs boolean, is_guest boolean, is_verified boolean, is_starred boolean, stars integer, notes integer, email text, phone text, note text, answers jsonb)
 language plpgsql
 stable security definer rows 30
 set search_path to ''
as $$
declare
  newest constant integer := 300;
  walked integer;
  own text;
  fixed text := ' and a.applicant_id is distinct from auth.uid()';
  sought text := '';
  sorted constant text := ' order by a.applied_at desc, a.id desc limit ';
  company uuid;
  here uuid[];
  found_ids uuid[] := '{}';
  looked_for tsquery;
begin
  if size not between 1 and 1000 then raise exception using errcode = 'PT400', message = 'A page has up to 1,000.'; end if;
  fixed := fixed || case when spam then ' and a.spam_at is not null' else ' and a.spam_at is null' end
    || case
      when standing = '' then ' and a.state <> ''unconfirmed'''
      when standing = 'open' then ' and a.state in (''new'', ''review'', ''interview'', ''offer'')'
      else format(' and a.state = %L and a.state <> ''unconfirmed''', standing) end
    || case needs when 'yes' then ' and a.meets_needs' when 'no' then ' and not a.meets_needs' else '' end
    || case when starred then ' and a.stars > 0' else '' end
    || case when verified then ' and a.is_verified' else '' end
    || case when job is not null then format(' and a.job_id = %L', job) else '' end
    || case when after_at is not null and after_id is not null
      then format(' and (a.applied_at, a.id) < (%L, %L)', after_at, after_id) else '' end;
  if btrim(near) <> '' then
    sought := sought || format(' and a.place ilike %L',
      '%' || regexp_replace(left(btrim(near), 100), '([%_\\])', '\\\1', 'g') || '%');
  end if;
  if btrim(q) <> '' then
    looked_for := private.application_search(q);
    if looked_for is null then return; end if;
    sought := sought || format(' and a.search_words @@ %L::tsquery', looked_for);
  end if;
  if question <> '' then
    sought := sought || format(' and a.answers_given @> array[%L]',
      md5(question || case when answer = '' then '' else E'\x1f' || answer end));
  end if;
  foreach company in array private.own_companies('viewer') loop
    here := null;
    own := ' from public.applications as a where a.company_id = ' || quote_literal(company);
    if sought = '' then
      execute 'select array_agg(f.id) from (select a.id' || own || fixed || sorted || size || ') as f' into here;
    else
      execute 'select count(*), (array_agg(a.id order by a.applied_at desc, a.id desc) filter (where true' || sought
          || '))[1:' || size || '] from (select a.*' || own || fixed || sorted || newest || ') as a'
        into walked, here;
      -- Offset 0: what is rare is found first by itself, and then sorted.
      if walked >= newest and coalesce(cardinality(here), 0) < size then
        execute 'select array_agg(f.id) from (select a.id from (select a.*' || own || sought || ' offset 0) as a where true'
            || fixed || sorted || size || ') as f'
          into here;
      end if;
    end if;
    found_ids := found_ids || here;
  end loop;
  return query
    select a.id, a.job_id, a.job_title, a.name, a.place, a.state, a.state_at, a.applied_at, a.answered_at, a.looked_at,
      a.leaves_at, a.spam_at, a.meets_needs, a.applicant_id is null, a.is_verified,
      exists (select from public.application_stars as s where s.application_id = a.id and s.user_id = auth.uid()),
      a.stars, (select count(*)::integer from public.application_notes as n where n.application_id = a.id),
      a.email, a.phone, a.note, a.answers
    from public.applications as a where a.id = any (found_ids)
    order by a.applied_at desc, a.id desc limit size;
end $$;
