-- What was agreed is stored: every line of a checkout and of an order keeps its adjustments and its taxes by name and rate,
-- and an order its currency. Up to here there was one tax, and one currency.

-- Locks checkouts while its rows are read.
alter table checkouts
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  add column discount_price cents not null default 0,
  drop constraint checkouts_check,
  add constraint checkouts_add_up check (item_price - discount_price + shipping_price + tax_price = total_price);
-- Locks orders while its rows are read.
alter table orders
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  add column discount_price cents not null default 0,
  drop constraint orders_check,
  add constraint orders_add_up check (item_price - discount_price + shipping_price + tax_price = total_price);
alter table checkouts alter column currency drop default;
alter table orders alter column currency drop default;

-- Locks checkout_lines until the end: this release is started when the one before has been stopped.
alter table checkout_lines
  add column adjustments jsonb not null default '[]' check (jsonb_typeof(adjustments) = 'array'),
  add column taxes jsonb check (jsonb_typeof(taxes) = 'array');
-- Locks order_lines until the end.
alter table order_lines
  add column adjustments jsonb not null default '[]' check (jsonb_typeof(adjustments) = 'array'),
  add column taxes jsonb check (jsonb_typeof(taxes) = 'array');

-- The tax that was charged, in proportion to what the lines cost; the cents that rounding down leaves go to the largest
-- remainders, of equal ones to the first line.
-- Locks checkout_lines: each is written once.
with shares as (
  select checkout_id, position, checkouts.tax_price as tax,
    checkouts.tax_price * (price::bigint * quantity) as share,
    greatest(sum(price::bigint * quantity) over whole, 1)::bigint as whole
  from checkout_lines join checkouts on checkouts.id = checkout_id
  window whole as (partition by checkout_id)
), parts as (
  select checkout_id, position, share / whole as part,
    tax - sum(share / whole) over (partition by checkout_id) as left_over,
    row_number() over (partition by checkout_id order by share % whole desc, position) as place
  from shares
)
update checkout_lines set taxes = jsonb_build_array(jsonb_build_object(
  'name', 'GST', 'rate', 100000, 'amount', part + (place <= left_over)::integer))
from parts
where parts.checkout_id = checkout_lines.checkout_id and parts.position = checkout_lines.position;

-- Locks order_lines: each is written once.
with shares as (
  select order_lines.id, order_id, position, orders.tax_price as tax,
    orders.tax_price * (price::bigint * quantity) as share,
    greatest(sum(price::bigint * quantity) over whole, 1)::bigint as whole
  from order_lines join orders on orders.id = order_id
  window whole as (partition by order_id)
), parts as (
  select id, share / whole as part,
    tax - sum(share / whole) over (partition by order_id) as left_over,
    row_number() over (partition by order_id order by share % whole desc, position) as place
  from shares
)
update order_lines set taxes = jsonb_build_array(jsonb_build_object(
  'name', 'GST', 'rate', 100000, 'amount', part + (place <= left_over)::integer))
from parts
where parts.id = order_lines.id;

-- Locks checkout_lines while its rows are read.
alter table checkout_lines alter column taxes set not null;
-- Locks order_lines while its rows are read.
alter table order_lines alter column taxes set not null;
