-- A discount may leave nothing to pay; else no card can be charged less than 50 cents.
alter table checkouts
  drop constraint checkouts_total_price_check,
  add constraint checkouts_total_price_check check (total_price = 0 or total_price between 50 and 99999999) not valid;
alter table checkouts validate constraint checkouts_total_price_check;
alter table orders
  drop constraint orders_total_price_check,
  add constraint orders_total_price_check check (total_price = 0 or total_price between 50 and 99999999) not valid;
alter table orders validate constraint orders_total_price_check;
