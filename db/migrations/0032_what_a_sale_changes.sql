-- A sale changes how many units there are, which is said on the product's own page and in JSON, and may verify a review,
-- which is read on that page and at an address of its own. Both are noted under the product's id and a word before it, so
-- that lists and pages that merely show the product stay true. The last unit and the first one after it change more, as
-- before.
create or replace function note_product_facts() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject)
  select distinct case when facts then 'everything' else 'units:' || id end
  from (
    select was.id, was.stock <> became.stock as moved,
      (was.name, was.category, was.price, was.compare_at_price, was.prior_price, was.num_reviews, was.rating_halves,
        was.created_at, was.deleted_at, was.words, was.stock > 0)
      is distinct from
      (became.name, became.category, became.price, became.compare_at_price, became.prior_price, became.num_reviews,
        became.rating_halves, became.created_at, became.deleted_at, became.words, became.stock > 0) as facts
    from before was join after became using (id)) changes
  where facts or moved;
  return null;
end $$;

-- The rows of the statement, in `changed`, say which products they are about.
create function note_changed_reviews() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject) select distinct 'reviews:' || product_id from changed;
  return null;
end $$;

create or replace trigger reviews_come after insert on reviews
  referencing new table as changed for each statement execute function note_changed_reviews();
create or replace trigger reviews_change after update on reviews
  referencing new table as changed for each statement execute function note_changed_reviews();
create or replace trigger reviews_go after delete on reviews
  referencing old table as changed for each statement execute function note_changed_reviews();
create or replace trigger order_lines_come after insert on order_lines
  referencing new table as changed for each statement execute function note_changed_reviews();
create or replace trigger order_lines_go after delete on order_lines
  referencing old table as changed for each statement execute function note_changed_reviews();

create or replace function note_removed_orders() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject)
  select distinct 'reviews:' || order_lines.product_id
  from before was join after became using (id) join order_lines on order_lines.order_id = became.id
  where (was.deleted_at, was.user_id, was.payment_status)
    is distinct from (became.deleted_at, became.user_id, became.payment_status);
  return null;
end $$;
