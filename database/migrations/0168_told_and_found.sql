-- Admins who were told that their company is closed hear, too, that it is open again. A name that staff only let stand is no news.
drop trigger tell_of_decision on staff.company_cases;
create trigger tell_of_decision after update of decided_at on staff.company_cases
  for each row when (new.decided_at is not null and new.decided_at is distinct from old.decided_at
    and not (new.kind = 'name' and new.decision = 'approved' and old.decision is distinct from 'refused'))
  execute function private.tell_of_decision();

-- Company by company, each by the index. What the function of whose they are answered for one caller was in the plan, which is
-- kept for the next: made for somebody who has most jobs, it read all of the board, and asked for each row, for somebody who
-- has none (60,000 jobs: 57 seconds).
create or replace function public.own_jobs() returns setof public.jobs
language sql stable security invoker as $$
  select j.* from unnest(private.own_companies('viewer')) as mine (id)
    cross join lateral (select own.* from public.jobs as own where own.company_id = mine.id offset 0) as j
$$;

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
