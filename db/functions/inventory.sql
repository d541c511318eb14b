create or replace function apply_stock_ledger() returns trigger language plpgsql as $$
begin
  update variants
  set stock = case when uncounted_units is null then stock + moved.change else stock end,
    uncounted_units = uncounted_units + moved.change
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

-- A variant that is sold without counting always has 999999 units; `uncounted_units` continues the sum of its movements.
create or replace function switch_counting() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.uncounted_units := 0;
    new.stock := 999999;
  elsif old.uncounted_units is null then
    new.uncounted_units := old.stock;
    new.stock := 999999;
  elsif new.uncounted_units is null then
    new.stock := old.uncounted_units;
  elsif pg_trigger_depth() = 1 then
    raise exception 'stock changes only through stock_ledger';
  end if;
  return new;
end $$;

create trigger variants_switch_counting before update of uncounted_units on variants
  for each row when (new.uncounted_units is distinct from old.uncounted_units) execute function switch_counting();

-- Its name comes after that of the trigger that refuses units of a new variant, and so it runs last.
create trigger variants_sell_uncounted before insert on variants
  for each row when (new.uncounted_units is not null) execute function switch_counting();
