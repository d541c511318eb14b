-- outside of a transaction
-- A product costs from `price` to `highest_price`: the dearest first go by the highest.
create index concurrently if not exists public_products_by_highest_price
  on products (highest_price, id) include (rating) where is_public;
create index concurrently if not exists public_products_of_category_by_highest_price
  on products (category, highest_price, id) include (rating) where is_public;
-- Those whose prices begin below a filter's end and reach beyond it
create index concurrently if not exists public_products_by_price_range
  on products using gist (int4range(price, highest_price)) where is_public and highest_price > price;
-- What the filters by option are counted from
create index concurrently if not exists public_products_with_options
  on products (created_at desc, id desc) where is_public and has_options;
create index concurrently if not exists public_products_with_options_of_category
  on products (category, created_at desc, id desc) where is_public and has_options;
-- For searches by the beginning of a SKU
create index concurrently if not exists variants_by_sku on variants (lower(sku) collate "C")
  where removed_at is null and sku is not null;
