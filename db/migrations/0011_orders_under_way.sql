-- What was in the parcel: written down when an order is shipped, because units may come back and be refunded later.
alter table order_lines add column sent_quantity integer check (sent_quantity between 0 and quantity);
update order_lines set sent_quantity = quantity
from orders where orders.id = order_id and orders.shipped_at is not null;

-- Why the shop cancelled an order, in the words that its customer was told; null when the customer did.
alter table orders add column cancellation_reason text;

-- What is neither sent nor paid for any more is looked for every minute.
create index orders_refunded_unsent on orders (id) where status = 'Processing' and payment_status = 'refunded';

-- Orders of deleted accounts are looked through every hour.
create index users_erased on users (id) where erased_at is not null;
