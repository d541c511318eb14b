-- A shop that was restored as a copy: it sends no mail and touches no payment until somebody makes it live. A restored
-- backup of an older schema has the table before this migration.
create table if not exists standby (
  one boolean primary key default true check (one),
  since timestamptz not null default now(),
  backup_made_at timestamptz not null
);
