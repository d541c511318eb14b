-- outside of a transaction
-- For counts: products with the same prices are one entry, so these are a tenth of what pages are read from.
create index concurrently if not exists public_products_counted_by_spread
  on products (price_spread(price, highest_price), price, highest_price)
  where is_public and highest_price > price;
create index concurrently if not exists public_products_of_category_counted_by_spread
  on products (category, price_spread(price, highest_price), price, highest_price)
  where is_public and highest_price > price;
