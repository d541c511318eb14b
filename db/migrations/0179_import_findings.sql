-- What a preview counts and lists of the rows of a file, such as prices that differ from it. A row has at most a few.
create table product_import_findings (
  import_id object_id not null references product_imports on delete cascade,
  topic text collate "C" not null check (length(topic) <= 20),
  line integer not null,
  part smallint not null,
  -- The reason, or what becomes of the value
  detail text collate "C" not null check (length(detail) <= 200),
  -- The number of pictures or addresses, or 1
  amount integer not null check (amount >= 0),
  primary key (import_id, topic, line, part, detail)
);

-- Whether the row belongs to a product that the shop did not have before
alter table product_import_rows add column adds_product boolean not null default false;
-- The numbers of the preview, counted when the file was read and when the import ended; null for older imports
alter table product_imports add column summary jsonb;
