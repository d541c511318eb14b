-- `processing`: the bank has not decided yet. The units stay held, and the buyer can order something else.
alter table checkouts drop constraint checkouts_status_check;
alter table checkouts add constraint checkouts_status_check
  check (status in ('held', 'processing', 'completed', 'released', 'refunded')) not valid;

alter table payments
  -- The methods that the gateway may offer; null for cards only
  add column methods text[],
  -- The method used, once the gateway reports it
  add column method text,
  add column processing_since timestamptz;

alter table sandbox_intents
  add column methods text[] not null default '{card}',
  add column method text,
  -- When a payment that is processing is decided, and how
  add column decides_at timestamptz,
  add column succeeds boolean,
  drop constraint sandbox_intents_status_check,
  add constraint sandbox_intents_status_check
    check (status in ('requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled')),
  add constraint sandbox_intents_decide check ((status = 'processing') <= (decides_at is not null and succeeds is not null));

alter table sandbox_refunds add column arrives_at timestamptz;
