-- outside of a transaction
-- The page of an import counts rows by their outcome, and lists them, or the products, page by page.
create index concurrently if not exists product_import_rows_by_outcome on product_import_rows (import_id, outcome, line, part);
create index concurrently if not exists product_import_rows_of_first on product_import_rows (import_id, line)
  where line = product_line and part = 0;
