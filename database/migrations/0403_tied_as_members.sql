-- Whoever says for whom they hire becomes a member of that company (`private.employ_at_company`), and its members are tied to
-- all its names (`private.tie_member`, `private.tie_members`). The trigger that did so before found nothing to do any more.
drop trigger tie_employer on public.employers;
-- may lock or break: a trigger function, which only the trigger above called
drop function private.tie_employer();
