-- Files of the bank with the money that arrived, one row for each booked entry.
create table bank_files (
  id object_id primary key,
  file_name text not null,
  format text not null check (format in ('camt.053', 'mt940', 'csv')),
  author_id object_id not null references users (id),
  -- `mapping`: the columns of a CSV file must be chosen; `booking`: a job is recording its payments
  status text not null default 'checked' check (status in ('mapping', 'checked', 'booking', 'booked')),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The accounts that it is about; empty where the file does not state it
  accounts text[] not null default '{}',
  -- Entries that are not read as lines: money that left the account, and entries that are not booked yet
  outgoing integer not null default 0 check (outgoing >= 0),
  pending integer not null default 0 check (pending >= 0),
  -- The CSV file, until its columns are chosen
  contents bytea check (length(contents) <= 8388608),
  check ((status = 'mapping') = (contents is not null))
);
create index bank_files_newest on bank_files (created_at desc);
create index bank_files_of_author on bank_files (author_id);

create table bank_lines (
  id object_id primary key,
  file_id object_id not null references bank_files (id) on delete cascade,
  position integer not null check (position > 0),
  -- Identifies an entry in several files
  digest text collate "C" not null check (length(digest) = 64),
  -- The same entry in an earlier file
  known_as object_id references bank_lines (id),
  -- `reversal`: the bank took back money that had arrived
  kind text not null check (kind in ('credit', 'reversal')),
  booked_on date not null,
  -- Cents; a transfer may be larger than any order.
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  payer_name text not null default '',
  payer_iban text not null default '',
  reference text not null default '',
  text text not null default '',
  -- What was found out when the file was read: see app/domain/bank-files/bank-line.ts
  outcome text not null check (
    outcome in ('matches', 'short', 'over', 'twice', 'cancelled', 'unknown', 'similar', 'currency', 'reversal', 'known')),
  -- The order that it pays, or the one that it may belong to
  order_id object_id references orders (id),
  status text not null default 'open' check (status in ('open', 'booked', 'returned', 'ignored')),
  decided_at timestamptz,
  decided_by object_id references users (id),
  unique (file_id, position),
  check ((outcome = 'known') = (known_as is not null)),
  check (known_as is null or status = 'open')
);
create unique index bank_lines_by_digest on bank_lines (digest) where known_as is null;
create index bank_lines_known_as on bank_lines (known_as) where known_as is not null;
create index bank_lines_by_day on bank_lines (booked_on desc, id desc);
create index bank_lines_of_order on bank_lines (order_id) where order_id is not null;
create index bank_lines_open on bank_lines (file_id) where status = 'open';
create index bank_lines_decided_by on bank_lines (decided_by) where decided_by is not null;

-- The columns that were chosen for CSV files, by a digest of their headings
create table bank_mappings (
  headings text collate "C" primary key check (length(headings) = 64),
  columns jsonb not null,
  saved_at timestamptz not null default now()
);

alter table received_payments add foreign key (bank_line_id) references bank_lines (id);
