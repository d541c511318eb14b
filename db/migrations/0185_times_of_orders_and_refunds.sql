-- outside of a transaction
-- Reports read the orders and refunds of a period, including deleted ones.
create index concurrently if not exists orders_by_time on orders (created_at, id);
create index concurrently if not exists refunds_by_time on refunds (created_at, id);
