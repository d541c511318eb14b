-- outside of a transaction
-- The list of products finds those that are sold without counting. A condition on `uncounted_units` would make each sale
-- of such a variant write to all indexes. The index is built concurrently, so it blocks no writers.
create index concurrently if not exists variants_with_full_stock on variants (product_id)
  where removed_at is null and stock = 999999;
