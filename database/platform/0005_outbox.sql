-- Where messages land while no mail server or SMS service is set up. For trying the site, not for
-- keeping: the server shows them to this machine only and drops the oldest.
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
