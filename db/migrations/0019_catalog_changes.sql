-- What has changed of all that anybody may read, for processes that remember finished answers. Every transaction that
-- changes such a thing notes it under its own id: whoever remembers the snapshot of an earlier question asks for what
-- that snapshot could not see. Rows are only added, so nobody waits for anybody, as they would at a single version.
create table catalog_changes (
  xid xid8 not null default pg_current_xact_id(),
  -- A product's id: answers that name the product. Otherwise 'everything', or 'searches' for what people search for.
  subject text collate "C" not null,
  noted_at timestamptz not null default clock_timestamp()
);
create index catalog_changes_by_transaction on catalog_changes (xid);

create function note_change() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject) values (tg_argv[0]);
  return null;
end $$;

-- The rows of the statement, in `changed`, say which products they are about.
create function note_changed_products() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject) select distinct product_id from changed;
  return null;
end $$;

-- A stock is said where the product is named. Whether there is any left decides as well what other pages recommend, and
-- any other fact decides what lists show.
create function note_product_facts() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject)
  select distinct case when facts then 'everything' else id end
  from (
    select was.id, was.stock <> became.stock as moved,
      (was.name, was.category, was.price, was.num_reviews, was.rating_halves,
        was.created_at, was.deleted_at, was.words, was.stock > 0)
      is distinct from
      (became.name, became.category, became.price, became.num_reviews, became.rating_halves,
        became.created_at, became.deleted_at, became.words, became.stock > 0) as facts
    from before was join after became using (id)) changes
  where facts or moved;
  return null;
end $$;

create trigger products_come_and_go after insert or delete or truncate on products
  for each statement execute function note_change('everything');
create trigger products_change after update on products
  referencing old table as before new table as after for each statement execute function note_product_facts();

create trigger descriptions_change after update on product_descriptions
  referencing new table as changed for each statement execute function note_changed_products();

create trigger product_images_change after insert or update or delete or truncate on product_images
  for each statement execute function note_change('everything');

create trigger reviews_come after insert on reviews
  referencing new table as changed for each statement execute function note_changed_products();
create trigger reviews_change after update on reviews
  referencing new table as changed for each statement execute function note_changed_products();
create trigger reviews_go after delete on reviews
  referencing old table as changed for each statement execute function note_changed_products();
create trigger reviews_are_emptied after truncate on reviews
  for each statement execute function note_change('everything');

-- An order makes its customer's reviews those of a verified purchase.
create trigger order_lines_come after insert on order_lines
  referencing new table as changed for each statement execute function note_changed_products();
create trigger order_lines_go after delete on order_lines
  referencing old table as changed for each statement execute function note_changed_products();

create function note_removed_orders() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject)
  select distinct order_lines.product_id
  from before was join after became using (id) join order_lines on order_lines.order_id = became.id
  where (was.deleted_at, was.user_id) is distinct from (became.deleted_at, became.user_id);
  return null;
end $$;
create trigger orders_change after update on orders
  referencing old table as before new table as after for each statement execute function note_removed_orders();

create trigger searches_change after insert or update or delete or truncate on popular_searches
  for each statement execute function note_change('searches');
