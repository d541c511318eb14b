-- outside of a transaction
-- Every process reads the first entry once a second. The others move the days of sales to another time zone.
create index concurrently if not exists variants_by_price_change on variants (price_changes_at)
  where price_changes_at is not null;
create index concurrently if not exists variants_with_sale_days on variants (id)
  where sale_from is not null or sale_until is not null;
