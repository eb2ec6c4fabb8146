-- What a statement turned into JSON was counted as a whole. So a page of five rows was refused because of lists that are not on it: a
-- list that is joined (inner, spread, or filtered by) is built for every row before the page is sorted and cut. And a change may show
-- lists of any length, where small rows are not few. Now each level of lists is counted by itself and starts anew with each list; what
-- is in a list counts again within the row around it. Neither function has a search path of its own, which would cost as much again:
-- all that they name is in pg_catalog, which comes first for everybody.
create function private.make_room(bytes integer, most integer, level integer, smallest integer) returns boolean
language plpgsql as $$
declare
  setting text;
  weight bigint;
begin
  if bytes < smallest then return true; end if;
  setting := 'request.weight_' || level;
  weight := bytes + coalesce(nullif(current_setting(setting, true), ''), '0')::bigint;
  if weight > most then
    raise sqlstate 'PGRST' using
      message = '{"code":"54000","message":"The answer is larger than 16777216 bytes","hint":"Ask for fewer rows or columns."}',
      detail = '{"status":413,"headers":{}}';
  end if;
  perform set_config(setting, weight::text, true);
  return true;
end $$;
grant execute on function private.make_room(integer, integer, integer, integer) to anon, authenticated;

create function private.end_list(level integer) returns boolean
language plpgsql as $$
begin
  if current_setting('request.weight_' || level, true) <> '' then
    perform set_config('request.weight_' || level, '', true);
  end if;
  return true;
end $$;
grant execute on function private.end_list(integer) to anon, authenticated;

-- may lock or break: a process of the version before calls it for lists until it is replaced.
drop function private.make_room(integer, integer);
