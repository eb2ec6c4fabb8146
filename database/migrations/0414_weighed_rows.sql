-- Counts the bytes that a statement has turned into JSON, and ends it at the limit. The count is a setting of the
-- transaction, because a function keeps nothing between two rows; writing it takes ten times as long as anything else
-- here. So small rows are not counted: a thousand of them are four megabytes, and they are counted within the row
-- around their list. For the same reason it has no search path of its own: nobody who calls it can choose theirs.
create function private.make_room(bytes integer, most integer) returns boolean
language plpgsql as $$
declare
  weight bigint;
begin
  if bytes < 4096 then return true; end if;
  weight := bytes + coalesce(nullif(current_setting('request.weight', true), ''), '0')::bigint;
  if weight > most then
    raise sqlstate 'PGRST' using
      message = '{"code":"54000","message":"The answer is larger than 16777216 bytes","hint":"Ask for fewer rows or columns."}',
      detail = '{"status":413,"headers":{}}';
  end if;
  perform set_config('request.weight', weight::text, true);
  return true;
end $$;
grant execute on function private.make_room to anon, authenticated;
