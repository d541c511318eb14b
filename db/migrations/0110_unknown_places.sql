-- Money for an order whose tax cannot be known goes back.
alter table refunds
  drop constraint refunds_rejection_check,
  add constraint refunds_rejection_check check (rejection in
    ('out-of-stock', 'amount-mismatch', 'duplicate', 'no-order', 'not-shipped', 'unknown-place')) not valid;
alter table refunds validate constraint refunds_rejection_check;
