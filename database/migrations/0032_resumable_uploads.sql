-- An upload that goes on over several requests. It belongs to whoever began it, and the functions below are
-- the one way to it: each answers for the caller's own alone.
create table storage.resumable_uploads (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id) on delete cascade,
  name text not null,
  owner_id text,
  sent_by text not null,
  is_upsert boolean not null,
  size bigint not null check (size >= 0),
  received bigint not null default 0 check (received <= size),
  parts jsonb not null default '[]' check (jsonb_array_length(parts) <= 1000),
  mimetype text not null,
  cache_control text not null,
  user_metadata jsonb,
  expires_at timestamptz not null default now() + interval '1 day',
  finished_at timestamptz
);
create index resumable_uploads_owner_idx on storage.resumable_uploads
  ((coalesce(owner_id, '')), bucket_id);
create index resumable_uploads_parts_idx on storage.resumable_uploads using gin (parts jsonb_path_ops);
create index resumable_uploads_expiry_idx on storage.resumable_uploads (expires_at);
alter table storage.resumable_uploads enable row level security;
revoke all on storage.resumable_uploads from anon, authenticated;

-- What is on its way counts as what is there.
create or replace function private.bytes_of(bucket text, person text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(greatest(size, 1024)), 0)::bigint from (
    select (metadata ->> 'size')::bigint as size from storage.objects
      where bucket_id = bucket and coalesce(owner_id, '') = coalesce(person, '')
    union all
    select size from storage.resumable_uploads
      where bucket_id = bucket and coalesce(owner_id, '') = coalesce(person, '')
        and finished_at is null
  ) as things
$$;

create function private.begin_upload(
  bucket text, name text, is_upsert boolean, size bigint, mimetype text, cache_control text,
  user_metadata jsonb
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  rules record;
  begun uuid;
begin
  select * into rules from private.rules_of_bucket(bucket);
  if rules.normalizes_pictures then
    raise exception 'A picture is uploaded here in one request.' using errcode = 'PT400';
  end if;
  if size > rules.most_bytes then
    raise exception 'The object exceeded the maximum allowed size' using errcode = 'PT413';
  end if;
  if not private.allows_media_type(rules.media_types, mimetype) then
    raise exception 'mime type % is not supported', mimetype using errcode = 'PT415';
  end if;
  perform private.hold_to_quota(bucket, auth.uid()::text, size);
  insert into storage.resumable_uploads
    (bucket_id, name, owner_id, sent_by, is_upsert, size, mimetype, cache_control, user_metadata)
    values (bucket, name, auth.uid()::text, auth.role(), is_upsert, size, mimetype, cache_control,
      user_metadata)
    returning id into begun;
  return begun;
end
$$;

create function private.own_upload(upload uuid) returns setof storage.resumable_uploads
language sql stable security definer set search_path = '' as $$
  select * from storage.resumable_uploads
  where id = upload and expires_at > now() and sent_by = auth.role()
    and owner_id is not distinct from auth.uid()::text
$$;

-- Answers how much there is now, or nothing where somebody else was quicker or the upload is gone.
create function private.add_part(upload uuid, at bigint, file text, bytes bigint) returns bigint
language sql volatile security definer set search_path = '' as $$
  update storage.resumable_uploads as u
  set received = received + bytes,
    parts = u.parts || jsonb_build_object('file', file, 'size', bytes)
  where id = (select id from private.own_upload(upload)) and received = at and finished_at is null
  returning received
$$;

-- In the transaction that writes the object, so that what was on its way does not count twice.
create function private.finish_upload(upload uuid) returns setof uuid
language sql volatile security definer set search_path = '' as $$
  update storage.resumable_uploads set finished_at = now()
  where id = (select id from private.own_upload(upload)) and finished_at is null and received = size
  returning id
$$;

create function private.drop_upload(upload uuid) returns setof uuid
language sql volatile security definer set search_path = '' as $$
  delete from storage.resumable_uploads
  where id = (select id from private.own_upload(upload)) and finished_at is null
  returning id
$$;

grant execute on function
  private.begin_upload(text, text, boolean, bigint, text, text, jsonb), private.own_upload(uuid),
  private.add_part(uuid, bigint, text, bigint), private.finish_upload(uuid),
  private.drop_upload(uuid)
  to anon, authenticated, service_role;

-- The parts of one that was finished are its object's: the task leaves what an object has.
create function storage.queue_part_removal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform queue.add('remove-stored-file', json_build_object('key', file))
    from private.files_of(old.bucket_id, old.id, '', old.parts) as file;
  return null;
end
$$;

create trigger resumable_uploads_remove_files after delete on storage.resumable_uploads
  for each row execute function storage.queue_part_removal();

create or replace function storage.remove_objects_of_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects where coalesce(owner_id, '') = old.id::text;
  delete from storage.resumable_uploads where coalesce(owner_id, '') = old.id::text;
  return null;
end
$$;
