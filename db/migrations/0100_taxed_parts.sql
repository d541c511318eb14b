-- What shipping comes to under each of its taxes, and why goods bear none, as it was agreed. Null of orders from before.
alter table checkouts
  add column shipping_parts jsonb,
  add constraint checkouts_list_shipping_parts check (jsonb_typeof(shipping_parts) = 'array') not valid;
alter table checkouts validate constraint checkouts_list_shipping_parts;
alter table checkout_lines
  add column untaxed_reason text,
  add constraint checkout_lines_have_a_known_reason check (untaxed_reason in ('class', 'place')) not valid;
alter table checkout_lines validate constraint checkout_lines_have_a_known_reason;
alter table orders
  add column shipping_parts jsonb,
  add constraint orders_list_shipping_parts check (jsonb_typeof(shipping_parts) = 'array') not valid;
alter table orders validate constraint orders_list_shipping_parts;
alter table order_lines
  add column untaxed_reason text,
  add constraint order_lines_have_a_known_reason check (untaxed_reason in ('class', 'place')) not valid;
alter table order_lines validate constraint order_lines_have_a_known_reason;
