-- Checkouts and payments that came to nothing are deleted after a year; found by when they ended.
create index checkouts_released on checkouts (closed_at) where status = 'released';
create index payments_closed_without_checkout on payments (closed_at) where status = 'closed' and checkout_id is null;
create index payment_incidents_of_checkout on payment_incidents (checkout_id) where checkout_id is not null;
