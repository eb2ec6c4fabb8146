-- Supabase's own screens keep an empty folder by an empty object of this name, whichever types its bucket takes.
create or replace function storage.hold_to_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  rules record;
  bytes bigint := (new.metadata ->> 'size')::bigint;
  bytes_before bigint;
  marks_folder boolean;
begin
  if bytes is null then return new; end if;
  select * into rules from private.rules_of_bucket(new.bucket_id);
  if bytes > rules.most_bytes then
    raise exception 'The object exceeded the maximum allowed size' using errcode = 'PT413';
  end if;
  marks_folder := bytes = 0 and new.name ~ '(^|/)\.emptyFolderPlaceholder$';
  if not rules.normalizes_pictures and not marks_folder
    and not private.allows_media_type(rules.media_types, new.metadata ->> 'mimetype') then
    raise exception 'mime type % is not supported', new.metadata ->> 'mimetype'
      using errcode = 'PT415';
  end if;
  if tg_op = 'UPDATE' and new.bucket_id <> old.bucket_id and rules.normalizes_pictures then
    raise exception 'Pictures are uploaded here, not moved from elsewhere.' using errcode = 'PT400';
  end if;
  -- An insert may yet become the update of a row that is there.
  select (o.metadata ->> 'size')::bigint into bytes_before from storage.objects as o
    where o.bucket_id = new.bucket_id and coalesce(o.owner_id, '') = coalesce(new.owner_id, '')
      and (o.id = new.id or o.name = new.name);
  if bytes > coalesce(bytes_before, -1) then
    perform private.hold_to_quota(new.bucket_id, new.owner_id, bytes - coalesce(bytes_before, 0));
  end if;
  return new;
end
$$;
