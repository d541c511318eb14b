-- outside of a transaction
create index concurrently if not exists orders_sold on orders (sold_at, id) where sold_at is not null;
