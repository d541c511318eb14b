-- outside of a transaction
-- Counts by price, category and rating read this index alone.
create index concurrently if not exists public_products_by_covering_price_range
  on products using gist (int4range(price, highest_price)) include (category, price, highest_price, rating, id)
  where is_public and highest_price > price;
drop index concurrently if exists public_products_by_price_range;
