-- Profile pictures. The bucket is private: a picture is seen by its owner and by whoever may see the
-- profile that shows it, and by nobody else.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', false, 5242880, '{image/png,image/jpeg,image/webp}');

create function private.uuid_or_null(text) returns uuid
language sql immutable strict set search_path = '' as $$
  select case when $1 ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then $1::uuid end
$$;

-- Whether an address, as getPublicUrl writes it, is that of an uploaded picture.
create function private.is_address_of_picture(address text, name text) returns boolean
language sql immutable set search_path = '' as $$
  select split_part(address, '?', 1) like '%/avatars/' || replace(
    regexp_replace(name, '([\\%_])', '\\\1', 'g'), ' ', '\%20')
$$;

grant execute on function private.uuid_or_null(text), private.is_address_of_picture(text, text)
  to anon, authenticated, service_role;

create policy "the avatars are there for everybody who asks" on storage.buckets
  for select to authenticated using (id = 'avatars');

create policy "people manage pictures in their own folder" on storage.objects
  for all to authenticated
  using (bucket_id = 'avatars' and storage.foldername(name) = array[(select auth.uid())::text])
  with check (bucket_id = 'avatars' and storage.foldername(name) = array[(select auth.uid())::text]);

-- The inner query runs as the caller, so the policies of the profile decide.
create policy "who sees a profile sees its picture" on storage.objects
  for select to authenticated using (
    bucket_id = 'avatars' and exists (
      select from public.candidate_profiles as p
      where p.user_id = private.uuid_or_null((storage.foldername(name))[1])
        and private.is_address_of_picture(p.profile_picture_url, name)));

-- A folder holds the picture in use and a few tries.
create function private.limit_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.bucket_id = 'avatars' and (
    select count(*) from storage.objects
    where bucket_id = 'avatars' and path_tokens[1] = split_part(new.name, '/', 1)
      and name <> new.name
  ) >= 20 then
    raise exception 'Your folder holds 20 pictures. Remove one first.' using errcode = 'PT409';
  end if;
  return new;
end
$$;

create trigger before_2_limit_pictures before insert on storage.objects
  for each row execute function private.limit_pictures();

-- Once a profile shows another picture, or is gone, the one before is taken away.
create function private.queue_old_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.profile_picture_url like '%/avatars/' || old.user_id || '/%'
    and (tg_op = 'DELETE' or new.profile_picture_url is distinct from old.profile_picture_url)
  then
    perform queue.add('remove-old-pictures', json_build_object('userId', old.user_id));
  end if;
  return null;
end
$$;

create trigger candidate_profiles_old_picture
  after delete or update of profile_picture_url on public.candidate_profiles
  for each row execute function private.queue_old_picture();

-- Removes pictures that no profile shows: those of one person that are older than the one in use, or
-- everybody's that have waited for a day. An upload that is not saved yet stays.
create function private.remove_unused_pictures(person uuid default null) returns void
language sql volatile security definer set search_path = '' as $$
  delete from storage.objects as o
  where o.bucket_id = 'avatars'
    and (person is null or o.path_tokens[1] = person::text)
    and not exists (
      select from public.candidate_profiles as p
      where p.user_id = private.uuid_or_null((storage.foldername(o.name))[1])
        and private.is_address_of_picture(p.profile_picture_url, o.name))
    and (o.updated_at < now() - interval '1 day'
      or (person is not null and o.updated_at < coalesce((
        select max(current.updated_at) from storage.objects as current
          join public.candidate_profiles as p on p.user_id = person
        where current.bucket_id = 'avatars' and current.path_tokens[1] = person::text
          and private.is_address_of_picture(p.profile_picture_url, current.name)), 'infinity')))
$$;

grant execute on function private.remove_unused_pictures(uuid) to service_role;
