-- Whoever subscribes again has new links, and those of earlier mails end nothing. The page said all the same that the
-- address was deleted. public.unsubscribe_from_newsletter, which answers nothing, is for the version before alone.
create function public.leave_newsletter(token text) returns boolean
language sql volatile security definer set search_path = '' as $$
  with gone as (
    delete from public.newsletter_subscribers where id = (
      select subscriber_id from public.newsletter_tokens
      where kind = 'unsubscribe' and token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex'))
    returning id)
  select exists (select from gone)
$$;
revoke execute on function public.leave_newsletter(text) from public;
grant execute on function public.leave_newsletter(text) to anon, authenticated, service_role;
