create or replace function sum_refunds() returns trigger language plpgsql as $$
declare
  method text;
begin
  -- First the lock, then the sum: the next statement sees what others have committed meanwhile.
  select payment_method into method from orders where id = new.order_id for update;
  if (method = 'online') <> (new.payout is null) then
    raise exception 'refund % of an order with payment method % has the payout %', new.id, method, new.payout;
  end if;
  update orders
  set refunded_amount = given.back,
      payment_status = case
        when given.back >= total_price then 'refunded'
        when payment_method <> 'online' and paid_at is null then 'awaiting'
        else 'succeeded'
      end
  from (
    select coalesce(sum(amount), 0)::integer as back from refunds where order_id = new.order_id and status <> 'failed'
  ) given
  where orders.id = new.order_id;
  return null;
end $$;

create trigger refunds_are_summed after insert or update of status, amount on refunds
  for each row when (new.order_id is not null) execute function sum_refunds();
