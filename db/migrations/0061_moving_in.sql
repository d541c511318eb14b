-- Files of other shops, and large ones, are kept until a job has read them; pictures until they are stored.
alter table product_imports
  add column source text not null default 'Counter' check (length(source) <= 40),
  add column choices jsonb not null default '{}',
  add column mapping jsonb,
  add column new_categories jsonb not null default '[]',
  add column rows_read integer not null default 0,
  add column problem text not null default '',
  drop constraint product_imports_status_check,
  add constraint product_imports_status_check
    check (status in ('arriving', 'reading', 'refused', 'judged', 'running', 'done'));

create table product_import_files (
  import_id object_id not null references product_imports (id) on delete cascade,
  kind text not null check (kind in ('table', 'pictures')),
  part integer not null,
  bytes bytea not null check (length(bytes) <= 4194304),
  primary key (import_id, kind, part)
);

create table product_import_pictures (
  import_id object_id not null references product_imports (id) on delete cascade,
  product_id object_id not null,
  position integer not null,
  -- The first line of the product in the file
  line integer not null,
  address text not null check (length(address) <= 2000),
  -- Names of options and values of the versions that it shows
  versions jsonb not null default '[]',
  status text not null default 'waiting' check (status in ('waiting', 'stored', 'failed')),
  primary key (import_id, product_id, position)
);
create index product_import_pictures_waiting on product_import_pictures (import_id, product_id) where status = 'waiting';
