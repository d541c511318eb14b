-- Orders that exist before they are paid. All earlier orders were paid by card, or were free.
alter table orders
  add column payment_method text not null default 'online',
  -- Included in shipping_price
  add column payment_fee integer not null default 0,
  -- The end of the time for which an unpaid order keeps its units; null if it has no end
  add column payment_due_at timestamptz,
  -- Null for earlier orders and orders that were paid online, which were paid when they were placed
  add column paid_at timestamptz,
  add column payment_reminded_at timestamptz,
  drop constraint orders_payment_status_check,
  add constraint orders_payment_status_check check (payment_status in ('succeeded', 'refunded', 'awaiting')) not valid,
  add constraint orders_have_a_payment_method
    check (payment_method in ('online', 'transfer', 'collection', 'delivery')) not valid,
  add constraint orders_contain_their_payment_fee check (payment_fee between 0 and shipping_price) not valid,
  add constraint orders_await_payment check (
    payment_status <> 'awaiting' or payment_method <> 'online' and paid_at is null) not valid;

create table received_payments (
  id object_id primary key,
  order_id object_id not null references orders,
  amount cents not null check (amount > 0),
  received_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- Null if no person recorded it
  recorded_by object_id,
  -- The entry of the bank's file that it was matched with
  bank_line_id object_id,
  undone_at timestamptz,
  undone_by object_id,
  check (undone_by is null or undone_at is not null)
);
create index received_payments_of_order on received_payments (order_id);
create index received_payments_recorded_by on received_payments (recorded_by) where recorded_by is not null;
create index received_payments_undone_by on received_payments (undone_by) where undone_by is not null;
create unique index received_payments_of_bank_line on received_payments (bank_line_id)
  where bank_line_id is not null and undone_at is null;
