alter table refunds
  validate constraint refunds_payout_check,
  validate constraint refunds_paid_out_without_gateway,
  validate constraint refunds_waived_at_once;
