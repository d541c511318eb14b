-- The key of each product in the shop that it was imported from, such as `id:44`. Two shops may have the same keys.
create table product_origins (
  source text not null check (length(source) <= 40),
  key text collate "C" not null check (length(key) <= 300),
  product_id object_id not null references products on delete cascade,
  -- The address of the other shop's pictures; empty if the file had none
  site text not null check (length(site) <= 200),
  -- Digests of its cells at the last import, by their names: only cells that differ from them are imported again
  cells jsonb not null,
  primary key (source, key, product_id)
);
create index product_origins_of_product on product_origins (product_id);
