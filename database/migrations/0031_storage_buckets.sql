-- Buckets beside the one of profile pictures: who works with files in them is said by policies, as on
-- Supabase; how much and of what kind, by the bucket and by the operator.

-- What is put there is made anew as a WebP picture, so that nothing lies in it as somebody sent it.
alter table storage.buckets add column normalizes_pictures boolean not null default false;
update storage.buckets set normalizes_pictures = true where id = 'avatars';

-- A content that came in parts lies in as many files: [{"file": "<uuid>/<uuid>", "size": 1}, …], in their
-- order, below the folder of the bucket.
alter table storage.objects add column parts jsonb;
create index objects_parts_idx on storage.objects using gin (parts jsonb_path_ops)
  where parts is not null;

create function private.files_of(bucket text, id uuid, version text, parts jsonb) returns setof text
language sql immutable set search_path = '' as $$
  select bucket || '/' || id || '/' || version where parts is null
  union all
  select bucket || '/' || (part ->> 'file') from jsonb_array_elements(parts) as part
$$;

create or replace function storage.queue_file_removal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or new.version <> old.version then
    perform queue.add('remove-stored-file', json_build_object('key', file))
      from private.files_of(old.bucket_id, old.id, old.version, old.parts) as file;
  end if;
  return null;
end
$$;

grant insert (parts), update (name, bucket_id, owner, owner_id, parts) on storage.objects
  to authenticated;
grant insert (id, bucket_id, name, metadata, version, user_metadata, parts),
  update (name, bucket_id, owner, owner_id, metadata, version, user_metadata, parts, updated_at,
    last_accessed_at), delete
  on storage.objects to anon;
grant select (owner),
  insert (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types),
  update (public, file_size_limit, allowed_mime_types, updated_at), delete
  on storage.buckets to anon, authenticated;

insert into private.settings (name, value) values
  ('largest_file_mb', '50'),
  ('files_mb_per_person', '100');

-- What a bucket holds its objects to. Asked after the policies were, so that it tells nobody of a bucket
-- who may not write there.
create function private.rules_of_bucket(bucket text)
returns table (is_public boolean, most_bytes bigint, media_types text[], normalizes_pictures boolean)
language sql stable security definer set search_path = '' as $$
  select b.public,
    least(b.file_size_limit, private.setting('largest_file_mb')::bigint * 1048576),
    coalesce(b.allowed_mime_types, '{}'), b.normalizes_pictures
  from storage.buckets as b where b.id = bucket
$$;
grant execute on function private.rules_of_bucket(text) to service_role;

create function private.allows_media_type(allowed text[], given text) returns boolean
language sql immutable set search_path = '' as $$
  select allowed = '{}' or exists (
    select from unnest(allowed) as one, lower(btrim(split_part(given, ';', 1))) as kind
    where kind = one or (one like '%/*' and starts_with(kind, rtrim(one, '*'))))
$$;

create index objects_owner_idx on storage.objects ((coalesce(owner_id, '')), bucket_id);

-- What a person has in a bucket. Whatever is small counts for a kilobyte, so
-- that a number of objects has its bound too. What visitors bring is counted together.
create function private.bytes_of(bucket text, person text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(greatest(size, 1024)), 0)::bigint from (
    select (metadata ->> 'size')::bigint as size from storage.objects
      where bucket_id = bucket and coalesce(owner_id, '') = coalesce(person, '')
  ) as things
$$;

create function private.hold_to_quota(bucket text, person text, more bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  most bigint := private.setting('files_mb_per_person')::bigint;
begin
  if not private.is_sent_by_people() then return; end if;
  -- One after the other, or each of two would find room for itself.
  perform pg_advisory_xact_lock(hashtextextended('files of ' || bucket || coalesce(person, ''), 0));
  if private.bytes_of(bucket, person) + greatest(more, 1024) > most * 1048576 then
    raise exception 'Your files here would weigh more than % MB. Remove one first.', most
      using errcode = 'PT413';
  end if;
end
$$;

-- A row that only tries whether the policies let it in has no size yet, and is told nothing else.
create function storage.hold_to_rules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  rules record;
  bytes bigint := (new.metadata ->> 'size')::bigint;
  bytes_before bigint;
begin
  if bytes is null then return new; end if;
  select * into rules from private.rules_of_bucket(new.bucket_id);
  if bytes > rules.most_bytes then
    raise exception 'The object exceeded the maximum allowed size' using errcode = 'PT413';
  end if;
  if not rules.normalizes_pictures
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

create trigger before_3_hold_to_rules before insert or update of bucket_id, owner_id, metadata
  on storage.objects for each row execute function storage.hold_to_rules();

-- What somebody brought goes with their account.
create function storage.remove_objects_of_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects where coalesce(owner_id, '') = old.id::text;
  return null;
end
$$;

create trigger users_remove_objects after delete on auth.users
  for each row execute function storage.remove_objects_of_person();
