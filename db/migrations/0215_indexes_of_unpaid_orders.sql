-- outside of a transaction
create index concurrently if not exists orders_awaiting_payment on orders (payment_due_at, id)
  where payment_status = 'awaiting' and deleted_at is null and status <> 'Cancelled';
create index concurrently if not exists orders_to_send on orders (created_at, id)
  where status = 'Processing' and deleted_at is null
    and (payment_status = 'succeeded' or payment_status = 'awaiting' and payment_method in ('collection', 'delivery'));
drop index concurrently if exists orders_to_pack;
