-- Admins who were told that their company is closed hear, too, that it is open again. A name that staff only let stand is no news.
drop trigger tell_of_decision on staff.company_cases;
create trigger tell_of_decision after update of decided_at on staff.company_cases
  for each row when (new.decided_at is not null and new.decided_at is distinct from old.decided_at
    and not (new.kind = 'name' and new.decision = 'approved' and old.decision is distinct from 'refused'))
  execute function private.tell_of_decision();
