-- The first time at which an order that is not paid online was paid or shipped, when it becomes a sale.
alter table orders add column sold_at timestamptz;
-- Locks refunds while all of them are read. A refund moves money through the gateway, moves it outside of the gateway
-- (`bank`), or ends a claim that was never paid (`waived`).
alter table refunds
  add column payout text,
  add constraint refunds_payout_check check (payout in ('bank', 'waived')),
  add constraint refunds_paid_out_without_gateway check (
    payout is null or order_id is not null and gateway_refund_id is null and refusals = 0 and tries = 0),
  add constraint refunds_waived_at_once check (payout <> 'waived' or status <> 'requested');
