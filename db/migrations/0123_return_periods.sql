-- The last days on which a delivered order could be given back when it was delivered. Newer holidays or settings may prolong them.
create table return_periods (
  order_id object_id primary key references orders (id) on delete cascade,
  withdrawal_ends_on date not null,
  -- Null if the shop took nothing back beyond the law
  return_ends_on date
);
