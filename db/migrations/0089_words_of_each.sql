-- As before, but words are made for the products with new SKUs alone: a plan from when the table was small made them for all.
create or replace function index_new_skus() returns trigger language plpgsql as $$
declare
  changed text[] := array(select distinct product_id from added where sku is not null);
begin
  if changed = '{}' then return null; end if;
  with fresh as materialized (
    select id, words_of(products) as words from products
    where id = any(changed) and exists (select from product_descriptions where product_id = id))
  update products set words = fresh.words from fresh where products.id = fresh.id and products.words <> fresh.words;
  return null;
end $$;
