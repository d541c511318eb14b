-- One statement is one snapshot: orders that the trigger has noted already are not counted twice.
insert into sales_by_day
select day, sum(orders), sum(total), sum(refunded) from (
  select (created_at at time zone 'UTC')::date as day, 1 as orders, total_price::bigint as total, refunded_amount as refunded
  from orders where deleted_at is null
  union all
  select day, -orders, -total, -refunded from sales_by_day) difference
group by day having (sum(orders), sum(total), sum(refunded)) <> (0, 0, 0);
