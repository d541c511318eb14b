-- What people call an order, such as #1042. Gaps are fine: a sale that fails keeps its number.
create sequence order_numbers as integer start 1001;

-- The numbers of the orders of before, in the order of their time. They are read before the lock, and written in batches after it.
create table former_order_numbers as
  select row_number() over (order by created_at, id)::integer + 1000 as number, id as order_id from orders;

alter table orders add column number integer;
alter sequence order_numbers owned by orders.number;
insert into former_order_numbers
select row_number() over (order by created_at, id)::integer + (select 1000 + count(*) from former_order_numbers), id
from orders where not exists (select from former_order_numbers where order_id = id);
select setval('order_numbers', (select coalesce(max(number), 1000) from former_order_numbers) + 1, false);
alter table orders alter column number set default nextval('order_numbers');

create index former_order_numbers_in_order on former_order_numbers (number);

-- Commits each batch, and can be repeated.
create procedure number_former_orders() language plpgsql as $$
declare
  size constant integer := 500;
  highest integer;
begin
  if to_regclass('former_order_numbers') is null then return; end if;
  select max(number) into highest from former_order_numbers;
  for lowest in 1001 .. coalesce(highest, 0) by size loop
    update orders set number = former.number
    from former_order_numbers former
    where former.number between lowest and lowest + size - 1 and orders.id = order_id and orders.number is null;
    commit;
  end loop;
  drop table former_order_numbers;
end $$;
