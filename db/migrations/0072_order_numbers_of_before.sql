-- outside of a transaction
call number_former_orders();
create unique index concurrently if not exists orders_by_number on orders (number);
