-- outside of a transaction
-- What the back office searches by, and the order of its long tables.
create index concurrently if not exists orders_by_person on orders
  using gin (order_text(id, user_name, user_email, shipping_info, tracking_number) gin_trgm_ops) with (fastupdate = off);
drop index concurrently if exists orders_by_text;
create index concurrently if not exists order_lines_by_text on order_lines
  using gin (name_text(name) gin_trgm_ops) with (fastupdate = off);
drop index concurrently if exists order_lines_by_name;
create index concurrently if not exists users_by_person on users
  using gin (person_text(name, email, shipping_info) gin_trgm_ops) with (fastupdate = off)
  where deleted_at is null and not is_guest;
create index concurrently if not exists products_by_sorted_name on products ((sort_name(name) collate dictionary), id)
  where deleted_at is null;
create index concurrently if not exists users_by_sorted_name on users ((sort_name(name) collate dictionary), id)
  where deleted_at is null and not is_guest;
