-- Addresses that products had in the shop that they were imported from, without percent encoding: they lead to the product.
create table former_product_addresses (
  path text collate "C" primary key check (path ~ '^/products?/[^/]+$' and length(path) <= 600),
  product_id object_id not null references products (id) on delete cascade
);
create index former_addresses_of_product on former_product_addresses (product_id);

-- A page of search results may have been kept under the same address.
create trigger former_product_addresses_change after insert or update or delete or truncate on former_product_addresses
  for each statement execute function note_change('everything');
