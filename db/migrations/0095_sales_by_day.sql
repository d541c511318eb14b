-- What orders come to, by day in UTC. Each change of an order adds a row with the difference, so that no order waits for another;
-- a periodic job merges the rows of a day.
create table sales_by_day (
  day date not null,
  orders integer not null,
  total bigint not null,
  refunded bigint not null
);
create index sales_by_day_newest on sales_by_day (day desc);

create function note_sales() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    insert into sales_by_day values (
      (old.created_at at time zone 'UTC')::date, -1, -old.total_price, -old.refunded_amount);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into sales_by_day values (
      (new.created_at at time zone 'UTC')::date, 1, new.total_price, new.refunded_amount);
  end if;
  return null;
end $$;
create trigger orders_sales
  after insert or delete or update of created_at, total_price, refunded_amount, deleted_at on orders
  for each row execute function note_sales();
