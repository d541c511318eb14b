-- What stays quick when a table has grown.

-- The back office finds orders by any part of these texts, from three letters on without reading them all.
create index orders_by_text on orders using gin (
  (id || chr(10) || user_name || chr(10) || user_email || chr(10) || coalesce(tracking_number, '')) gin_trgm_ops)
  with (fastupdate = off);
create index order_lines_by_name on order_lines using gin (name gin_trgm_ops) with (fastupdate = off);

-- What was deleted long ago is looked for every night.
create index users_deleted on users (deleted_at) where deleted_at is not null and erased_at is null;
create index products_deleted on products (deleted_at) where deleted_at is not null;
create index reviews_deleted on reviews (deleted_at) where deleted_at is not null;

-- An account can only go when nothing refers to it.
create index reviews_of_anybody on reviews (user_id);
create index stock_ledger_of_actor on stock_ledger (actor_id) where actor_id is not null;
create index refunds_of_actor on refunds (requested_by) where requested_by is not null;
create index order_notes_of_author on order_notes (author_id);
create index product_imports_of_author on product_imports (author_id);
