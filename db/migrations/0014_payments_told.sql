-- Since when the shop itself is ending a payment: a cancellation that the gateway tells of is then none of its own.
alter table payments add column ending_at timestamptz;

-- Up to when the gateway's own lists were read.
create table gateway_cursors (
  name text primary key,
  seen_until timestamptz not null
);

-- From where a hold was started, for as long as that matters to how many may be.
alter table checkouts add column client_address text;
create index checkouts_of_address on checkouts (client_address, created_at desc) where client_address is not null;
