-- When the gateway was asked last about a payment that is open: who has waited longest is asked first.
alter table payments add column asked_at timestamptz;

-- A refund that the gateway does not confirm is asked for less and less often; null is at once.
alter table refunds
  add column tries integer not null default 0 check (tries >= 0),
  add column next_try_at timestamptz;
