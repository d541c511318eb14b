alter table orders
  validate constraint orders_payment_status_check,
  validate constraint orders_have_a_payment_method,
  validate constraint orders_contain_their_payment_fee,
  validate constraint orders_await_payment;
alter table checkouts
  validate constraint checkouts_have_a_payment_method,
  validate constraint checkouts_contain_their_payment_fee;
-- Last, because it locks users, although only for a moment: the table is empty.
alter table received_payments
  add foreign key (recorded_by) references users,
  add foreign key (undone_by) references users;
