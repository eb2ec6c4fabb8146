-- Whoever came back after the tries at a failed renewal were over read that they have no membership, and not why.
alter table public.subscriptions add column ended_unpaid boolean not null default false;
grant select (ended_unpaid) on public.subscriptions to authenticated;
