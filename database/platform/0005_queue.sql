-- The one way into the job queue. The queue's own tables are made by graphile-worker at the start and
-- stay closed; whoever works as service_role may add a job in the transaction of what caused it.
create schema queue;
grant usage on schema queue to service_role;

create function queue.add(task text, payload json, key text default null, run_at timestamptz default null)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform graphile_worker.add_job(task, payload, job_key => key, run_at => run_at, max_attempts => 12);
end
$$;

grant execute on function queue.add(text, json, text, timestamptz) to service_role;

-- Where mails and text messages land while no mail server or SMS service is set up. For trying the site,
-- not for keeping: the server shows them to this machine only and drops the oldest.
create table queue.outbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  html text not null default '',
  text text not null,
  created_at timestamptz not null default now()
);
alter table queue.outbox enable row level security;
grant select, insert, delete on queue.outbox to service_role;
