-- Payments: every way that was opened at the gateway to pay for something. The row is written before the gateway is
-- asked and its id is the idempotency key, so that nothing can be paid that is not known here.
-- open       it may be paid; a checkout has one of these at the most
-- closed     it can be paid no more, and never was
-- succeeded  the money came: an order stands for it, or a refund of all of it

create table payments (
  id object_id primary key,
  user_id object_id not null references users (id),
  -- Null as long as a client of the API has not said what it pays for.
  checkout_id object_id references checkouts (id),
  kind text not null check (kind in ('intent', 'hosted')),
  amount cents not null check (amount > 0),
  status text not null default 'open' check (status in ('open', 'closed', 'succeeded')),
  -- What the gateway calls the intent or the hosted page; null until it has answered.
  gateway_id text unique,
  -- The intent that moved the money; a hosted page makes one of its own.
  intent_id text unique,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((status = 'succeeded') = (intent_id is not null)),
  check ((status = 'open') = (closed_at is null))
);
create unique index payments_one_open_per_checkout on payments (checkout_id) where status = 'open';
create index payments_open on payments (created_at) where status = 'open';
create index payments_of_checkout on payments (checkout_id);
create index payments_of_user on payments (user_id, created_at desc);

alter table checkouts drop column payment_intent_id;
create unique index checkouts_one_held_per_user on checkouts (user_id) where status = 'held';

-- A refund belongs to an order, or to a payment that could not become one: then it is one, and of everything.
alter table refunds
  drop column checkout_id,
  add column payment_id object_id references payments (id),
  -- How often the gateway has answered with an error: then the next try needs a new idempotency key.
  add column refusals integer not null default 0 check (refusals >= 0),
  add constraint refunds_belong check (order_id is not null or payment_id is not null);
create unique index refunds_one_without_order on refunds (payment_id) where order_id is null;
create index refunds_of_user_payment on refunds (payment_id) where payment_id is not null;
