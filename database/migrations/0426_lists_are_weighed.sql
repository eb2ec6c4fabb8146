-- Adds up the bytes that a list has become as JSON, and ends the statement at the limit. An aggregate, because each
-- list has a sum of its own: rows that are only sorted or passed over do not count, and nothing has to be written for
-- a row. It has no search path of its own for the sake of speed: nobody who causes a call can choose theirs.
create function private.add_weight(weight integer, bytes integer) returns integer
language plpgsql immutable as $$
begin
  weight := weight + bytes;
  if weight > 16777216 then
    raise sqlstate 'PGRST' using
      message = '{"code":"54000","message":"The answer is larger than 16777216 bytes","hint":"Ask for fewer rows or columns."}',
      detail = '{"status":413,"headers":{}}';
  end if;
  return weight;
end $$;
create aggregate private.weight(integer) (sfunc = private.add_weight, stype = integer, initcond = '0');
-- By itself, the function weighs one row.
grant execute on function private.weight(integer), private.add_weight(integer, integer) to anon, authenticated;

-- may lock or break: no version that has been released calls it
drop function private.make_room(integer, integer);
