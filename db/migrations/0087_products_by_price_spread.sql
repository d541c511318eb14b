-- outside of a transaction
-- Products whose prices reach beyond a filter's end are near it in each spread.
create index concurrently if not exists public_products_by_spread_and_price
  on products (price_spread(price, highest_price), price, id) include (highest_price, rating)
  where is_public and highest_price > price;
create index concurrently if not exists public_products_of_category_by_spread_and_price
  on products (category, price_spread(price, highest_price), price, id) include (highest_price, rating)
  where is_public and highest_price > price;
create index concurrently if not exists public_products_by_spread_and_highest_price
  on products (price_spread(price, highest_price), highest_price, id) include (price, rating)
  where is_public and highest_price > price;
create index concurrently if not exists public_products_of_category_by_spread_and_highest_price
  on products (category, price_spread(price, highest_price), highest_price, id) include (price, rating)
  where is_public and highest_price > price;
