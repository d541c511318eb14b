-- outside of a transaction
-- An SKU in use belongs to one variant, whatever its case; also for searches by its beginning.
create unique index concurrently if not exists variants_of_sku on variants ((text_key(sku) collate "C"))
  where removed_at is null;
drop index concurrently if exists variants_one_of_sku;
drop index concurrently if exists variants_by_sku;
