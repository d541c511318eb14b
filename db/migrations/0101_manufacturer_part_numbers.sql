-- A manufacturer's part number of what is sold, which is not the shop's own SKU.
alter table variants
  add column mpn text,
  add constraint variants_have_a_short_mpn check (length(mpn) between 1 and 70) not valid;
alter table variants validate constraint variants_have_a_short_mpn;

-- As before; a changed part number is a change of the product.
create or replace function follow_variants() returns trigger language plpgsql as $$
declare
  derived text[] := array(
    select distinct became.product_id from before was join after became using (id)
    where (was.price, was.compare_at_price, was.prior_price, was.position, was.option_values, was.removed_at,
        was.stock > 0 and was.option_values <> '{}')
      is distinct from
      (became.price, became.compare_at_price, became.prior_price, became.position, became.option_values,
        became.removed_at, became.stock > 0 and became.option_values <> '{}'));
begin
  if derived <> '{}' then perform derive_products(derived); end if;
  update products set stock = products.stock + moved.units
  from (
    select became.product_id, sum(became.stock - was.stock)::integer as units
    from before was join after became using (id)
    where became.removed_at is null group by became.product_id) moved
  where products.id = moved.product_id and moved.units <> 0 and products.id <> all(derived);
  insert into catalog_changes (subject)
  select case when bool_or(facts) then product_id else 'units:' || product_id end
  from (
    select became.product_id, became.stock - was.stock as units,
      (was.option_values, was.title, was.sku, was.gtin, was.mpn, was.price, was.compare_at_price, was.prior_price,
        was.weight_grams, was.position, was.picture_id, was.removed_at)
      is distinct from
      (became.option_values, became.title, became.sku, became.gtin, became.mpn, became.price, became.compare_at_price,
        became.prior_price, became.weight_grams, became.position, became.picture_id, became.removed_at) as facts
    from before was join after became using (id)) changes
  group by product_id
  -- Units that only change places leave the sum, and note nothing there.
  having bool_or(facts) or (bool_or(units <> 0) and sum(units) = 0);
  return null;
end $$;
