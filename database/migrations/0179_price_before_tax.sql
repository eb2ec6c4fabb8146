-- Where tax is worked out at the checkout, the price that pages showed was less than what was charged.
alter table private.membership_price add column is_plus_tax boolean not null default false;

create or replace function private.charged_price() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('amount', p.amount, 'currency', p.currency, 'period', p.period, 'periods', p.periods)
      || case when p.is_plus_tax then '{"isPlusTax": true}' else '{}' end::jsonb
    from private.membership_price as p
$$;

-- may lock or break: the same function with one argument more, which those who do not know it leave out.
drop function private.keep_membership_price(text, bigint, text, text, integer);
create function private.keep_membership_price(of_price text, of_amount bigint, of_currency text, of_period text,
  of_periods integer, of_plus_tax boolean default false) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  before private.membership_price;
begin
  select p.* into before from private.membership_price as p;
  insert into private.membership_price (price_id, amount, currency, period, periods, is_plus_tax)
    values (of_price, of_amount, of_currency, of_period, of_periods, of_plus_tax)
    on conflict (is_only) do update set price_id = excluded.price_id, amount = excluded.amount,
      currency = excluded.currency, period = excluded.period, periods = excluded.periods,
      is_plus_tax = excluded.is_plus_tax, read_at = now();
  if (before.amount, before.currency, before.period, before.periods, before.is_plus_tax)
    is distinct from (of_amount, of_currency, of_period, of_periods, of_plus_tax)
  then
    perform pg_notify('words_changed', '1');
  end if;
end
$$;
revoke execute on function private.keep_membership_price(text, bigint, text, text, integer, boolean) from public;
grant execute on function private.keep_membership_price(text, bigint, text, text, integer, boolean) to service_role;
