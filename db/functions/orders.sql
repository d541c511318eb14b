create or replace function order_text(id text, name text, email text, address jsonb, tracking text) returns text
language sql immutable parallel safe cost 1000
return (
  select concat_ws(' ', person_text(name, email, address), id, code, nullif(replace(code, ' ', ''), code)) || ' '
  from (select search_letters(tracking) as code offset 0) read);

create or replace function name_text(name text) returns text language sql immutable strict parallel safe cost 1000
return (select ' ' || words || ' ' from (select search_text(name) as words offset 0) read);

-- Records the reviews of products whose buyers may have changed: a review says whether its author has bought the
-- product.
create or replace function note_removed_orders() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject)
  select distinct 'reviews:' || order_lines.product_id
  from before was join after became using (id) join order_lines on order_lines.order_id = became.id
  where (was.deleted_at, was.user_id, was.payment_status)
    is distinct from (became.deleted_at, became.user_id, became.payment_status);
  return null;
end $$;

create trigger orders_change after update on orders
  referencing old table as before new table as after for each statement execute function note_removed_orders();

create trigger order_lines_come after insert on order_lines
  referencing new table as changed for each statement execute function note_changed_reviews();

create trigger order_lines_go after delete on order_lines
  referencing old table as changed for each statement execute function note_changed_reviews();

-- Adds the effect of an order's change to its day's sales, by the day in the order's time zone.
create or replace function note_sales() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    insert into sales_by_day values (
      (old.created_at at time zone old.time_zone)::date, -1, -old.total_price, -old.refunded_amount);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into sales_by_day values (
      (new.created_at at time zone new.time_zone)::date, 1, new.total_price, new.refunded_amount);
  end if;
  return null;
end $$;

create trigger orders_sales
  after insert or delete or update of created_at, total_price, refunded_amount, deleted_at on orders
  for each row execute function note_sales();

-- Notes when an order that is not paid online becomes a sale. A payment that is undone ends the sale, unless the order
-- was shipped or may have an invoice.
create or replace function note_sale() returns trigger language plpgsql as $$
begin
  if new.sold_at is null then
    new.sold_at := least(new.paid_at, new.shipped_at);
  elsif new.paid_at is null and new.shipped_at is null
    and not exists (select from billing_documents where order_id = new.id)
    and not exists (select from billing_document_requests where order_id = new.id)
  then
    new.sold_at := null;
  end if;
  return new;
end $$;

create trigger orders_become_sales before insert or update of paid_at, shipped_at on orders
  for each row when (new.payment_method <> 'online') execute function note_sale();
