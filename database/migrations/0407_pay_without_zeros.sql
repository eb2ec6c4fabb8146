-- An amount with thousands of zeros behind its point is the same amount, and was kept and sent with all of them.
create function private.trim_pay() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.salary_from := trim_scale(new.salary_from);
  new.salary_to := trim_scale(new.salary_to);
  return new;
end $$;
create trigger before_3_trim_pay before insert or update of salary_from, salary_to on public.jobs
  for each row when (scale(new.salary_from) > 2 or scale(new.salary_to) > 2) execute function private.trim_pay();
