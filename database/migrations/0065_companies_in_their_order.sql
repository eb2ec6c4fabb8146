-- Staff look for a company by a part of its name, in one of three orders. The rows of the order are read until a page is
-- full, each from its place in the table: where what is looked for lies together far down, thousands. An index that has the
-- whole row answers by itself, ten times as fast.

drop index staff.companies_newest;
drop index staff.companies_jobs;
drop index staff.companies_reports;
create index companies_newest on staff.companies (newest_at desc, company_key desc)
  include (words, name, jobs, posters, reports);
create index companies_jobs on staff.companies (jobs desc, company_key desc)
  include (words, name, posters, reports, newest_at);
create index companies_reports on staff.companies (reports desc, company_key desc)
  include (words, name, jobs, posters, newest_at);
