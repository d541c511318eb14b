-- Units of an order that were paid back and do not return to the shelf. Together with those that returned they are
-- never more than were ordered, and of a cancelled order they are all.
alter table order_lines
  add column written_off_quantity integer not null default 0 check (written_off_quantity >= 0),
  add constraint order_lines_units_go_back_once check (returned_quantity + written_off_quantity <= quantity);

-- Up to here an order that was refunded in full before it was shipped stayed Processing, and what of it was not put back
-- had been withheld. It must not go to the shelf now that such orders are cancelled. Whoever was to be told of such a
-- refund was told then: the order is closed here, without a letter. One whose money is still on its way is left to the
-- shop, which cancels it and writes when it has arrived. Orders that were cancelled before had all units put back.
update order_lines set written_off_quantity = quantity - returned_quantity
from orders
where orders.id = order_id and orders.status = 'Processing' and orders.payment_status = 'refunded';

update orders set status = 'Cancelled', cancelled_at = now()
where status = 'Processing' and payment_status = 'refunded'
  and not exists (select from refunds where order_id = orders.id and status = 'requested');
