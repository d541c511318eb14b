-- outside of a transaction
create index concurrently if not exists checkouts_unpaid on checkouts (hold_expires_at)
  where status in ('held', 'processing');
create index concurrently if not exists checkouts_processing on checkouts (user_id) where status = 'processing';
drop index concurrently if exists checkouts_held;
