create or replace function apply_stock_ledger() returns trigger language plpgsql as $$
begin
  update variants
  set stock = stock + moved.change
  from (select variant_id, sum(change)::integer as change from added group by variant_id order by variant_id) moved
  where variants.id = moved.variant_id;
  return null;
end $$;

create trigger stock_ledger_moves_stock after insert on stock_ledger
  referencing new table as added for each statement execute function apply_stock_ledger();

create trigger stock_ledger_is_append_only before update on stock_ledger
  for each row execute function refuse_change();

create or replace function refuse_stock_without_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'stock changes only through stock_ledger';
end $$;

create trigger variants_stock_only_by_ledger before update of stock on variants
  for each row when (pg_trigger_depth() = 0 and new.stock <> old.stock) execute function refuse_stock_without_ledger();

create trigger variants_open_with_empty_stock before insert on variants
  for each row when (new.stock <> 0) execute function refuse_stock_without_ledger();

create trigger products_open_with_empty_stock before insert on products
  for each row when (new.stock <> 0) execute function refuse_stock_without_ledger();
