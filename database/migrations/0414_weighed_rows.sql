-- Counts the bytes that a statement has turned into JSON, and ends it at the limit. The count is a setting of the
-- transaction, because a function keeps nothing between two rows.
create function private.make_room(bytes integer, most integer) returns boolean
language plpgsql set search_path = '' as $$
declare
  weight bigint := bytes + coalesce(nullif(current_setting('request.weight', true), ''), '0')::bigint;
begin
  if weight > most then
    raise sqlstate 'PGRST' using
      message = '{"code":"54000","message":"The answer is larger than 16777216 bytes","hint":"Ask for fewer rows or columns."}',
      detail = '{"status":413,"headers":{}}';
  end if;
  perform set_config('request.weight', weight::text, true);
  return true;
end $$;
grant execute on function private.make_room to anon, authenticated;
