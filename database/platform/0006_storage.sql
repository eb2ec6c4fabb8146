-- The storage service's tables as Supabase Storage names and shapes them. What a row describes lies in a
-- file store under a key that is made of ids alone, so no name that a person chose ever becomes a path.
create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  public boolean not null default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text not null,
  owner uuid default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  -- Each content has its own; with bucket and id it is the key of the file.
  version text not null,
  owner_id text default auth.uid()::text,
  user_metadata jsonb,
  constraint objects_name_length check (char_length(name) between 1 and 200)
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index name_prefix_search on storage.objects (name text_pattern_ops);
create index objects_folder_idx on storage.objects (bucket_id, (path_tokens[1]));

create function storage.foldername(name text) returns text[]
language sql immutable set search_path = '' as $$
  select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1]
$$;

create function storage.filename(name text) returns text
language sql immutable set search_path = '' as $$
  select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$$;

create function storage.extension(name text) returns text
language sql immutable set search_path = '' as $$
  select (string_to_array(storage.filename(name), '.'))[
    nullif(cardinality(string_to_array(storage.filename(name), '.')), 1)]
$$;

grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text)
  to anon, authenticated, service_role;

-- However a row goes, its file goes after it: the job is written in the same transaction.
create function storage.queue_file_removal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or new.version <> old.version then
    perform queue.add('remove-stored-file',
      json_build_object('key', old.bucket_id || '/' || old.id || '/' || old.version));
  end if;
  return null;
end
$$;

create trigger objects_remove_file after delete or update of version on storage.objects
  for each row execute function storage.queue_file_removal();

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
revoke all on storage.buckets, storage.objects from anon, authenticated;
grant select (id, name, public, file_size_limit, allowed_mime_types, created_at, updated_at)
  on storage.buckets to anon, authenticated;
grant select on storage.objects to anon, authenticated;
grant insert (id, bucket_id, name, metadata, version, user_metadata),
  update (metadata, version, user_metadata, updated_at, last_accessed_at), delete
  on storage.objects to authenticated;
