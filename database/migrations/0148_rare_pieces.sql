-- The large index is asked for less (0146, decision 112): a piece that none of the newest thousand postings has finds those that have
-- it alone, where the long lists of common ones were gone through beside it; and of the cells around a place those where
-- something was ever posted.
create index on private.board_spots (private.cell_of(latitude, longitude));

-- Of these pieces those that so few postings have.
create function private.rare_pieces(pieces text[]) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  newest text := (select string_agg(s.words, E'\x1e') from (select w.words from private.job_search as w
    order by w.is_featured desc, w.created_at desc, w.job_id desc limit 1000) as s);
begin
  return array(select piece from unnest(pieces) as piece where strpos(newest, piece) = 0);
end
$$;
revoke execute on function private.rare_pieces(text[]) from public;

create or replace function private.board_keys(wanted jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  entry jsonb;
  said text;
  pieces text[];
  rare text[];
  facets text[];
  spot jsonb;
  keys text[] := '{}';
begin
  for entry in select * from jsonb_array_elements(wanted) loop
    said := '';
    spot := entry -> 'near';
    pieces := array(select distinct piece from unnest(private.asked_words(entry)) as term,
      unnest(private.needed_pieces(term, '')) as piece);
    if pieces <> '{}' then
      rare := case when cardinality(pieces) > 2 then private.rare_pieces(pieces) else '{}' end;
      said := said || format(' and private.pieces(s.words, '''') @> %L::text[]', case when rare = '{}' then pieces else rare end);
    end if;
    facets := private.asked_facets(entry) || private.asked_traits(entry);
    if facets <> '{}' then said := said || format(' and s.facets @> %L::text[]', facets); end if;
    if private.is_remote_from(entry) then
      said := said || format(' and s.facets && %L::text[]', private.remote_from(entry ->> 'state'));
    elsif spot is not null then
      said := said || format(' and s.facets && %L::text[]', array(select cell from unnest(private.cells_around(
          (spot ->> 'latitude')::real, (spot ->> 'longitude')::real, least((spot ->> 'miles')::real, 200))) as cell
        where exists (select from private.board_spots as b where private.cell_of(b.latitude, b.longitude) = cell)));
    end if;
    if entry ? 'days' then
      said := said || format(' and array[private.week_of(s.created_at)] && %L::integer[]', array(select generate_series(
        private.week_of(now() - least((entry ->> 'days')::integer, 90) * interval '1 day'), private.week_of(now()) + 1)));
    end if;
    if said = '' then return 'true'; end if;
    keys := keys || ('(' || substr(said, 6) || ')');
  end loop;
  return '(' || array_to_string(keys, ' or ') || ')';
end
$$;
