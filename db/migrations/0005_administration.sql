-- Administrators also settle what is out of the ordinary with payments, and send mails again.

alter table audit_log
  drop constraint audit_log_subject_kind_check,
  add constraint audit_log_subject_kind_check
    check (subject_kind in ('product', 'order', 'user', 'review', 'payment', 'mail'));

-- CSV files on their way into the catalogue: judged first, carried out later, row by row.
create table product_imports (
  id object_id primary key,
  file_name text not null,
  author_id object_id not null references users (id),
  status text not null default 'judged' check (status in ('judged', 'running', 'done')),
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index product_imports_newest on product_imports (created_at desc);

create table product_import_rows (
  import_id object_id not null references product_imports (id) on delete cascade,
  -- As a spreadsheet counts: the heading is line 1.
  line integer not null,
  product_id object_id,
  name text not null,
  outcome text not null check (outcome in ('create', 'update', 'same', 'error', 'created', 'updated', 'failed')),
  -- What will be written, and what it replaces.
  fields jsonb,
  before jsonb,
  message text not null default '',
  primary key (import_id, line)
);
