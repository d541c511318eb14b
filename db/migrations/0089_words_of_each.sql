-- As before, but products are looked up one by one: a plan from when the table was small made the words of all of them.
create or replace function index_new_skus() returns trigger language plpgsql as $$
begin
  update products set words = fresh.words
  from (select distinct product_id as id from added where sku is not null) changed, lateral (
    select words_of(products) as words from products
    where products.id = changed.id and exists (select from product_descriptions where product_id = changed.id)
    offset 0) fresh
  where products.id = changed.id and products.words <> fresh.words;
  return null;
end $$;
