-- A sale price from a moment until another. `price` and `compare_at_price` are always those of today, kept by
-- `apply_sale_price`; the regular ones are those outside of the sale, and null without one.
alter table variants
  add column sale_price cents,
  add column sale_from timestamptz,
  add column sale_until timestamptz,
  add column is_on_sale boolean not null default false,
  add column regular_price cents,
  add column regular_compare_at_price cents,
  -- When `price` changes next.
  add column price_changes_at timestamptz,
  -- The sum of its movements while it is sold without counting, when `stock` is 999999; null for a counted variant.
  add column uncounted_units integer,
  add constraint variants_have_reduced_sale_prices check (sale_price < regular_price) not valid,
  add constraint variants_have_sale_prices check (sale_price >= 1) not valid,
  add constraint variants_have_whole_sales check ((sale_price is null) = (regular_price is null)
    and (sale_price is not null or sale_from is null and sale_until is null and not is_on_sale
      and regular_compare_at_price is null and price_changes_at is null)) not valid,
  add constraint variants_are_on_sale_for_a_time check (sale_until > sale_from) not valid,
  add constraint variants_are_reduced_outside_of_sales check (regular_compare_at_price > regular_price) not valid,
  add constraint variants_are_uncounted_with_full_stock check (uncounted_units is null or stock = 999999) not valid;
alter table variants
  validate constraint variants_have_reduced_sale_prices,
  validate constraint variants_have_sale_prices,
  validate constraint variants_have_whole_sales,
  validate constraint variants_are_on_sale_for_a_time,
  validate constraint variants_are_reduced_outside_of_sales,
  validate constraint variants_are_uncounted_with_full_stock;
