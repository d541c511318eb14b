-- Why nobody may withdraw from the purchase of a product, which is one of its facts.
create or replace function are_facts(facts jsonb) returns boolean language sql immutable parallel safe
return jsonb_typeof(facts) = 'object' and not exists (
  select from jsonb_each(facts) fact
  where case
    when fact.key = 'own' then jsonb_typeof(fact.value) is distinct from 'array' or jsonb_array_length(fact.value) > 20
      or exists (
        select from jsonb_array_elements(fact.value) own
        where (length(own->>'name') between 1 and 60 and length(own->>'value') between 1 and 300) is not true)
    when fact.key in ('brand', 'material', 'countryOfOrigin', 'manufacturer', 'manufacturerAddress',
      'manufacturerContact', 'warnings', 'withdrawalExemption')
      then (jsonb_typeof(fact.value) = 'string' and length(fact.value #>> '{}') between 1 and 2000) is not true
    else true end);

-- As the buyer was told when they confirmed
alter table checkout_lines add column withdrawal_exemption text;
-- Locks orders before their lines, as sales do.
lock table orders in share row exclusive mode;
alter table order_lines add column withdrawal_exemption text;

-- What customers give back: by law (a withdrawal) or because the shop takes it back.
create table returns (
  id object_id primary key,
  order_id object_id not null references orders (id),
  kind text not null check (kind in ('withdrawal', 'return')),
  status text not null default 'requested' check (status in ('requested', 'received', 'refunded', 'declined')),
  -- As stated by the customer; emptied when the order is anonymized
  name text not null check (length(name) <= 100),
  email text not null check (length(email) <= 254),
  reason text not null default '' check (length(reason) <= 1000),
  -- Which items are meant, in the words of somebody who was shown no list
  items text not null default '' check (length(items) <= 1000),
  -- Why the shop declined it
  refusal text check (length(refusal) between 1 and 300),
  refund_id object_id references refunds (id),
  created_at timestamptz not null default now(),
  received_at timestamptz,
  closed_at timestamptz,
  check ((status in ('refunded', 'declined')) = (closed_at is not null)),
  check ((status = 'declined') = (refusal is not null)),
  check (kind = 'return' or status <> 'declined')
);
create index returns_of_order on returns (order_id);
create index returns_of_refund on returns (refund_id) where refund_id is not null;
create index returns_open on returns (created_at, id) where closed_at is null;

create table return_lines (
  return_id object_id not null references returns (id) on delete cascade,
  order_line_id object_id not null references order_lines (id),
  quantity integer not null check (quantity > 0),
  -- Of a refunded return: those that went back to stock; the others are written off.
  restocked integer not null default 0 check (restocked between 0 and quantity),
  primary key (return_id, order_line_id)
);
create index return_lines_of_line on return_lines (order_line_id);
