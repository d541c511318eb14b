-- Customers of another shop: an import with its rows, and where an account came from.
create table customer_imports (
  id object_id primary key,
  file_name text not null,
  author_id object_id not null references users (id),
  status text not null default 'checked'
    check (status in ('arriving', 'reading', 'refused', 'checked', 'running', 'done', 'undoing', 'undone')),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  source text not null default '' check (length(source) <= 40),
  mapping jsonb,
  encoding text not null default '' check (length(encoding) <= 60),
  separator text not null default '' check (length(separator) <= 20),
  rows_read integer not null default 0,
  problem text not null default '',
  failing_step text not null default '' check (length(failing_step) <= 40),
  failures integer not null default 0 check (failures >= 0)
);
create index customer_imports_newest on customer_imports (created_at desc);
create index customer_imports_of_author on customer_imports (author_id);

create table customer_import_files (
  import_id object_id not null references customer_imports (id) on delete cascade,
  kind text not null check (kind in ('table', 'pictures')),
  part integer not null,
  bytes bytea not null check (length(bytes) <= 4194304),
  primary key (import_id, kind, part)
);

create table customer_import_rows (
  import_id object_id not null references customer_imports (id) on delete cascade,
  line integer not null,
  -- Without a foreign key: erasing a person deletes their rows.
  user_id object_id,
  email text not null,
  name text not null,
  outcome text not null check (
    outcome in ('create', 'merge', 'same', 'error', 'created', 'merged', 'failed', 'undone', 'kept')),
  fields jsonb,
  before jsonb,
  message text not null default '',
  primary key (import_id, line)
);
create index customer_import_rows_of_user on customer_import_rows (user_id) where user_id is not null;
create index customer_import_rows_by_email on customer_import_rows (lower(email));

create table customer_origins (
  user_id object_id not null references users (id) on delete cascade,
  source text not null check (length(source) between 1 and 40),
  -- The customer's id in the other shop
  source_key text not null default '' check (length(source_key) <= 100),
  note text not null default '' check (length(note) <= 2000),
  -- Consent to marketing emails: null where the file does not state it
  mail_consent boolean,
  mail_consent_on date,
  mail_consent_source text not null default '' check (length(mail_consent_source) <= 200),
  -- Whether the import created the account, which then has no password until its owner chooses one
  is_new boolean not null,
  imported_at timestamptz not null,
  -- When a waiting invitation may be sent, and when it was
  invites_at timestamptz,
  invited_at timestamptz,
  primary key (user_id, source)
);
create index customer_origins_waiting on customer_origins (invites_at) where invited_at is null and invites_at is not null;
create index customer_origins_uninvited on customer_origins (user_id) where is_new and invited_at is null;

alter table audit_log
  drop constraint audit_log_subject_kind_check,
  add constraint audit_log_subject_kind_check check (
    subject_kind in ('product', 'order', 'user', 'review', 'payment', 'mail', 'page', 'settings', 'category', 'discount',
      'role', 'invitation', 'access', 'export', 'import', 'audit')) not valid;
