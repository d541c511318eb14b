-- The first time at which an order that is not paid online was paid or shipped, when it becomes a sale.
alter table orders add column sold_at timestamptz;
