-- Addresses of PrestaShop, Magento and BigCommerce have no folder.
alter table former_product_addresses drop constraint former_product_addresses_path_check;
alter table former_product_addresses add constraint former_product_addresses_path_check
  check (path ~ '^/(products?/)?[^/]+$' and length(path) <= 600);
