-- The form told whoever has a profile that staff hide to make it public, which is refused.
create function public.is_hidden_by_staff(profile public.candidate_profiles) returns boolean
language sql stable security definer set search_path = '' as $$
  select profile.user_id = auth.uid() and exists (select from private.hidden_profiles as h where h.user_id = auth.uid())
$$;
revoke execute on function public.is_hidden_by_staff(public.candidate_profiles) from public, anon;
grant execute on function public.is_hidden_by_staff(public.candidate_profiles) to authenticated;
