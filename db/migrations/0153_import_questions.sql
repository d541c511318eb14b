-- How the file is written, for the preview: its encoding, its separator and the decimals of its columns
alter table product_imports add column form jsonb;
-- Questions about the file, and statements such as that the stock of several places was added up
alter table product_imports add column questions jsonb not null default '[]';
alter table product_imports add column notes jsonb not null default '[]';
-- The headings of a file of an unknown system, with sample values, until its columns are chosen
alter table product_imports add column headings jsonb;
alter table product_imports drop constraint product_imports_status_check;
alter table product_imports add constraint product_imports_status_check
  check (status in ('arriving', 'reading', 'refused', 'mapping', 'asking', 'checked', 'running', 'done'));

-- Values that are not imported as they are. Several variants may come from one row.
alter table product_import_rows add column changes jsonb not null default '[]';
alter table product_import_rows add column part smallint not null default 0;
alter table product_import_rows drop constraint product_import_rows_pkey;
alter table product_import_rows add primary key (import_id, line, part);

alter table product_import_pictures add column alt text not null default '' check (length(alt) <= 300);

-- The columns that were chosen for files of unknown systems, by a digest of their headings
create table import_mappings (
  headings text collate "C" primary key check (length(headings) = 64),
  columns jsonb not null,
  saved_at timestamptz not null default now()
);
