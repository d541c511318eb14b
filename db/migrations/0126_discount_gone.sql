-- A payment whose discount has no use left becomes no order.
alter table refunds
  drop constraint refunds_rejection_check,
  add constraint refunds_rejection_check check (rejection in
    ('out-of-stock', 'amount-mismatch', 'duplicate', 'no-order', 'not-shipped', 'unknown-place', 'discount-gone')) not valid;
alter table refunds validate constraint refunds_rejection_check;
