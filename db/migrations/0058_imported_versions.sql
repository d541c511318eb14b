-- A row of a file is a version of a product; the rows of a product are imported together, under the line of the first.
alter table product_import_rows add column product_line integer;
update product_import_rows set product_line = line;
alter table product_import_rows alter column product_line set not null;
create index product_import_rows_of_product on product_import_rows (import_id, product_line);
