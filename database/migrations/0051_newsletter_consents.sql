-- On which words people agree is ours to say, not the caller's: the form sends the number of its words. New
-- words are a new row; app/content/resources.ts shows the newest.
create table private.newsletter_consents (
  version integer primary key,
  text text not null unique
    constraint newsletter_consents_length check (char_length(text) between 10 and 500)
);
alter table private.newsletter_consents enable row level security;
revoke all on private.newsletter_consents from anon, authenticated;

insert into private.newsletter_consents (version, text) values (1,
  'By pressing Subscribe you agree to receive mail about new resources and events. You can unsubscribe at any time.');

drop function public.subscribe_to_newsletter(text, text);

-- Answers whether the client may ask at all, and never anything about the address: a confirmed one, an
-- unknown one and one that was written to a minute ago look the same.
create function public.subscribe_to_newsletter(address text, consent_version integer) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  client text := nullif(current_setting('request.headers', true), '')::json ->> 'x-client-address';
  mailbox text := lower(btrim(address));
  subscriber uuid;
  consent text := (select text from private.newsletter_consents where version = consent_version);
begin
  if consent is null then
    raise exception using errcode = '22023',
      message = 'These are not the words of the form. Load the page again.';
  end if;
  if not public.take_newsletter_try('client ' || coalesce(client, ''), 10, interval '1 hour') then
    return false;
  end if;
  insert into public.newsletter_subscribers as known (email, consent_text)
    values (mailbox, consent)
    on conflict (email) do update
    set consent_text = excluded.consent_text, consented_at = excluded.consented_at
    where known.confirmed_at is null
    returning id into subscriber;
  if subscriber is not null
    and public.take_newsletter_try('address ' || mailbox, 1, interval '10 minutes')
  then
    perform queue.add('newsletter-mail',
      json_build_object('kind', 'newsletter-confirm', 'subscriberId', subscriber),
      'newsletter-confirm ' || subscriber);
  end if;
  return true;
end
$$;

grant execute on function public.subscribe_to_newsletter(text, integer) to anon, authenticated;
