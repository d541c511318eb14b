-- Marks payments at the payment service as this database's; it is made when it is first needed, and comes back with a backup.
create table shop_identity (
  one boolean primary key default true check (one),
  id text not null default replace(gen_random_uuid()::text, '-', ''),
  created_at timestamptz not null default now()
);
