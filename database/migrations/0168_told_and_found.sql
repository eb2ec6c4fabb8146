-- Admins who were told that their company is closed hear, too, that it is open again. A name that staff only let stand is no news.
drop trigger tell_of_decision on staff.company_cases;
create trigger tell_of_decision after update of decided_at on staff.company_cases
  for each row when (new.decided_at is not null and new.decided_at is distinct from old.decided_at
    and not (new.kind = 'name' and new.decision = 'approved' and old.decision is distinct from 'refused'))
  execute function private.tell_of_decision();

-- Blocks are found by the candidate of the conversation, of whom there are few, and not among all of the company: with 5,000 of
-- those each page of a recruiter's conversations took seconds.
create or replace function private.own_block(talk public.conversations) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.blocks as b
    where (b.blocker_id = talk.candidate_id or b.blocked_id = talk.candidate_id) and private.is_own_block(b, talk))
$$;
create or replace function public.unblock_conversation(conversation uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.blocks as b using public.conversations as c
    where c.id = conversation and private.side_of(c) is not null
      and (b.blocker_id = c.candidate_id or b.blocked_id = c.candidate_id) and private.is_own_block(b, c)
$$;
