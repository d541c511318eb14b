-- Those of its cheapest variant, kept by `derive_products`
alter table products
  add column measure_amount integer,
  add column measure_unit text;
