-- The pages of companies are kept in memory as those of postings are: whatever they show is told when it changes.
drop trigger tell_of_jobs on public.companies;
create trigger tell_of_change
  after update of name, slug, web_address, place, about, logo, proven_domain, is_checked, public_since, closed_at or delete
  on public.companies for each row execute function private.tell_of_jobs();
