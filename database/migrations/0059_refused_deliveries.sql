-- A delivery that the reader's mail server refused for good: it counts as done, and says that it did not
-- arrive.
alter table public.newsletter_deliveries add column refused_at timestamptz
  constraint newsletter_deliveries_refused_after_sent check (refused_at is null or sent_at is not null);
