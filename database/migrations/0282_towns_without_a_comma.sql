-- “Raleigh NC”, as many write it, was no place: such a posting was found by no place, and a member who asked for it with a radius
-- found nobody. Only where there is such a town in that state: “Downtown LA” is none. What is kept learns it when it is next saved.
create function private.town_and_state(said text, out town text, out state text)
language sql stable parallel safe set search_path = '' as $$
  select parts[1], private.state_code(parts[2])
  from unnest(array['\S+\s+\S+', '\S+']) with ordinality as shape (of_state, place),
    regexp_match(said, '^(.*\S)\s+(' || of_state || ')(?:\s+\d{5}(?:-\d{4})?)?$') as parts
  where private.state_code(parts[2]) is not null
    and exists (select from private.places_of(private.place_key(parts[1]), private.state_code(parts[2])))
  order by place limit 1
$$;
revoke execute on function private.town_and_state(text) from public;

create or replace function private.place_of_posting(location text, city text, region text, country text, OUT place text, OUT state text, OUT latitude real, OUT longitude real)
 RETURNS record
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
as $function$
declare
  town text := city;
  said text := btrim(regexp_replace(location, '\(.*\)', '', 'g'));
  parts text[];
  known record;
begin
  if country not in ('US', 'PR', 'GU', 'VI', 'AS', 'MP') then return; end if;
  state := private.state_code(region);
  if town is null and region is null then
    parts := regexp_match(said,
      '^([^,;/|]{2,60}?)\s*,\s*([A-Za-z][A-Za-z. ]{1,30}?)\s*(?:\d{5}(?:-\d{4})?)?\s*(?:,\s*(?:USA?|United States.*))?$');
    if parts is null then
      state := private.state_code(said);
      if state is null or lower(said) in ('new york', 'washington') then
        select t.town, t.state into town, state from private.town_and_state(said) as t;
        town := coalesce(town, said);
      end if;
    else
      state := private.state_code(parts[2]);
      if state is null then return; end if;
      if parts[1] !~* 'remote|hybrid|on-?site' then town := parts[1]; end if;
    end if;
  elsif region is null then
    -- The form takes over a town as it was written.
    select t.town, t.state into known from private.town_and_state(town) as t;
    town := coalesce(known.town, town);
    state := known.state;
  end if;
  if town is not null and state is not null then
    -- Most places have had a posting before.
    select b.* into known from private.board_places as b where b.place = place_of_posting.state || '/' || private.place_key(town);
    if known.place is not null then
      place := known.place;
      latitude := known.latitude;
      longitude := known.longitude;
      return;
    end if;
  end if;
  if town is not null then
    select p.* into known from private.places_of(private.place_key(town), state) as p order by p.size desc limit 1;
    -- A name alone may be that of a place elsewhere.
    if known.name is not null and (state is not null or (known.size >= 3 and lower(town) not in (
        'london', 'paris', 'vienna', 'athens', 'rome', 'venice', 'melbourne', 'vancouver', 'lima', 'jamaica', 'ontario',
        'lebanon', 'palestine', 'valencia', 'remote'))) then
      state := known.state;
      place := state || '/' || private.place_key(known.name);
      latitude := known.latitude;
      longitude := known.longitude;
      return;
    end if;
  end if;
  select p.* into known from private.places_of(substring(location from '\m\d{5}\M'), state) as p;
  if known.name is not null then
    state := known.state;
    latitude := known.latitude;
    longitude := known.longitude;
  end if;
end
$function$;
