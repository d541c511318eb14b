-- Tables are locked in the order in which a sale locks them, products first: the other way round they would wait for each other.
alter table products
  add column tax_class text not null default 'standard',
  add constraint products_have_a_tax_class check (length(tax_class) between 1 and 40) not valid;
alter table products validate constraint products_have_a_tax_class;

-- What was agreed of an order as a whole: how it is sent, the tax on that, and discounts by name. Earlier ones had one way of
-- being sent, without tax, and no discounts.
alter table checkouts
  add column shipping_method jsonb,
  add column shipping_taxes jsonb not null default '[]',
  add column discounts jsonb not null default '[]',
  add constraint checkouts_agree_on_lists check (
    (shipping_method is null or jsonb_typeof(shipping_method) = 'object')
    and jsonb_typeof(shipping_taxes) = 'array' and jsonb_typeof(discounts) = 'array') not valid;
alter table checkouts validate constraint checkouts_agree_on_lists;
-- The way in which everything was sent so far, of what may still be confirmed again.
-- Locks checkouts that are held, a few hundred at most.
update checkouts set shipping_method =
  '{"id": "shipping", "name": "Shipping", "zone": "Everywhere", "days": null, "pickup": null}'
where status = 'held';
alter table orders
  add column shipping_method jsonb,
  add column shipping_taxes jsonb not null default '[]',
  add column discounts jsonb not null default '[]',
  add constraint orders_agree_on_lists check (
    (shipping_method is null or jsonb_typeof(shipping_method) = 'object')
    and jsonb_typeof(shipping_taxes) = 'array' and jsonb_typeof(discounts) = 'array') not valid;
alter table orders validate constraint orders_agree_on_lists;

-- What administrators say about shipping and taxes, in every version that was saved. The newest counts; without one it is
-- the default of the code.
create table pricing_versions (
  version integer primary key check (version > 0),
  id object_id not null unique,
  rules jsonb not null check (jsonb_typeof(rules) = 'object'),
  author_id object_id not null references users (id),
  created_at timestamptz not null default now()
);
create index pricing_versions_of_author on pricing_versions (author_id);
create trigger pricing_versions_are_append_only before update or delete on pricing_versions
  for each row execute function refuse_change();
-- Pages name prices of shipping and rates of taxes.
create trigger pricing_versions_come after insert or truncate on pricing_versions
  for each statement execute function note_change('everything');

-- Money for a parcel to where nothing is sent goes back.
alter table refunds
  drop constraint refunds_rejection_check,
  add constraint refunds_rejection_check check (rejection in
    ('out-of-stock', 'amount-mismatch', 'duplicate', 'no-order', 'not-shipped')) not valid;
alter table refunds validate constraint refunds_rejection_check;
