-- outside of a transaction
-- Names are unique whatever their case. That of SKUs in use also serves searches by their beginnings.
create unique index concurrently if not exists categories_by_name_key on categories (text_key(name))
  where deleted_at is null;
drop index concurrently if exists categories_by_name;
create unique index concurrently if not exists roles_by_name_key on roles (text_key(name));
drop index concurrently if exists roles_by_name;
create unique index concurrently if not exists variants_of_sku on variants ((text_key(sku) collate "C"))
  where removed_at is null;
drop index concurrently if exists variants_one_of_sku;
drop index concurrently if exists variants_by_sku;
