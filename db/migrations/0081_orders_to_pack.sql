-- outside of a transaction
create index concurrently if not exists orders_to_pack on orders (created_at, id)
where status = 'Processing' and payment_status = 'succeeded' and deleted_at is null;
