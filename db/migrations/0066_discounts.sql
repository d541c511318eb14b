-- What is taken off an order: with a code, or automatically.
create table discounts (
  id object_id primary key,
  name text not null check (length(name) between 1 and 60),
  -- In capitals; null is automatic.
  code text unique check (code ~ '^[A-Z0-9-]{3,40}$'),
  kind text not null check (kind in ('percent', 'amount', 'shipping')),
  -- Millionths
  percent integer check (percent between 1 and 1000000),
  amount cents check (amount > 0),
  -- What it is on; without either the whole order.
  categories text[] not null default '{}',
  products text[] not null default '{}',
  goods_from cents check (goods_from > 0),
  units_from integer check (units_from > 1),
  -- Ids in the rules of prices; empty is everywhere.
  zones text[] not null default '{}',
  first_order boolean not null default false,
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses integer check (max_uses > 0),
  max_uses_per_person integer check (max_uses_per_person > 0),
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'percent') = (percent is not null) and (kind = 'amount') = (amount is not null)),
  check (categories = '{}' or products = '{}'),
  check (kind <> 'shipping' or categories = '{}' and products = '{}'),
  check (ends_at > starts_at)
);

-- A row for each discount of a checkout that is held or has become an order; it is deleted when the units go back.
create table discount_uses (
  checkout_id object_id not null references checkouts (id) on delete cascade,
  discount_id object_id not null references discounts (id),
  -- A person is an account and an e-mail address, of which the hash is enough.
  user_id object_id not null references users (id),
  email_hash text not null,
  -- Of a payment that arrived when no use was left: the order stands, and the use does not count.
  is_beyond_limit boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (checkout_id, discount_id)
);
create index discount_uses_of_account on discount_uses (discount_id, user_id);
create index discount_uses_of_email on discount_uses (discount_id, email_hash);
create index discount_uses_of_user on discount_uses (user_id);

-- Processes remember the automatic discounts of a version.
alter table catalog_version add column discounts_version bigint not null default 1;
create function raise_discounts_version() returns trigger language plpgsql as $$
begin
  update catalog_version set discounts_version = discounts_version + 1;
  return null;
end $$;
create constraint trigger discounts_raise_version after insert or update or delete on discounts
  deferrable initially deferred for each row execute function raise_discounts_version();

alter table audit_log
  drop constraint audit_log_subject_kind_check,
  add constraint audit_log_subject_kind_check
    check (subject_kind in
      ('product', 'order', 'user', 'review', 'payment', 'mail', 'page', 'settings', 'category', 'discount'))
    not valid;
alter table audit_log validate constraint audit_log_subject_kind_check;
