-- A refund moves money through the gateway, moves it outside of the gateway (`bank`), or ends a claim that was never paid
-- (`waived`).
alter table refunds
  add column payout text,
  add constraint refunds_payout_check check (payout in ('bank', 'waived')) not valid,
  add constraint refunds_paid_out_without_gateway check (
    payout is null or order_id is not null and gateway_refund_id is null and refusals = 0 and tries = 0) not valid,
  add constraint refunds_waived_at_once check (payout <> 'waived' or status <> 'requested') not valid;
