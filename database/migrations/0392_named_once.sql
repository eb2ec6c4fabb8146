-- Whoever answers a member is named by `private.add_message`, since a later name takes the place of the first one. The trigger
-- that did so before found nothing to do any more.
drop trigger before_2_name_who_answers on public.conversations;
-- may lock or break: a trigger function, which only the trigger above called
drop function private.name_who_answers();
