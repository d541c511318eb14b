-- What the payment service took for payments, refunds and disputes, by the ids of its own ledger
create table gateway_fees (
  id text primary key,
  kind text not null check (kind in ('payment', 'refund', 'dispute')),
  intent_id text not null,
  -- The refund or the dispute
  occurrence text,
  -- Cents; negative for a fee that it gave back
  amount integer not null check (amount <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null,
  time_zone text not null default shop_time_zone()
);
create index gateway_fees_by_time on gateway_fees (created_at, id);
