-- Files that nothing shows, or has, any more. The project's storage alone removes files, so the site's process asks it
-- to. What was put just now may be waiting for its row.
create function private.lost_files() returns table (bucket text, name text)
language sql stable security definer set search_path = '' as $$
  select o.bucket_id, o.name from storage.objects as o
  where case o.bucket_id
    when 'resumes' then o.updated_at < now() - interval '1 hour'
      and not exists (select from public.resumes as r where r.object_name = o.name)
    when 'company-logos' then o.updated_at < now() - interval '1 day'
      and not exists (select from public.companies as c where c.logo = o.name)
    when 'avatars' then not exists (select from auth.users as u where u.id::text = o.path_tokens[1])
      or (o.updated_at < now() - interval '1 day' and not exists (
        select from public.candidate_profiles as p where p.user_id::text = o.path_tokens[1]
          and private.is_address_of_picture(p.profile_picture_url, o.name)))
    else false end
  order by o.updated_at limit 1000
$$;
revoke all on function private.lost_files() from public;
grant execute on function private.lost_files() to service_role;
