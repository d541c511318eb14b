alter table checkouts
  add column payment_method text not null default 'online',
  -- Included in shipping_price
  add column payment_fee integer not null default 0,
  add constraint checkouts_have_a_payment_method
    check (payment_method in ('online', 'transfer', 'collection', 'delivery')) not valid,
  add constraint checkouts_contain_their_payment_fee check (payment_fee between 0 and shipping_price) not valid;
