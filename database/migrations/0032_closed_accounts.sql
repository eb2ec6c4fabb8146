-- Accounts that are gone and once had to do with the payment service. What is paid for one after all, on a
-- page that was open while it was deleted, is ended when the payment service tells of it.
create table private.closed_accounts (
  user_id uuid primary key,
  closed_at timestamptz not null default now()
);
alter table private.closed_accounts enable row level security;
grant select on private.closed_accounts to service_role;

create or replace function private.close_billing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.closed_accounts (user_id) values (old.user_id) on conflict do nothing;
  if old.customer_id is not null then
    perform queue.add('billing-close', json_build_object('customerId', old.customer_id),
      'billing-close ' || old.customer_id);
  end if;
  return null;
end
$$;
drop trigger close_billing on public.subscriptions;
create trigger close_billing after delete on public.subscriptions
  for each row execute function private.close_billing();
