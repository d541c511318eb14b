-- What a product on sale is said to have cost before. Wherever a reduction is announced, the lowest price of the 30 days
-- before it has to stand beside it (Directive 98/6/EC, article 6a), so the database itself keeps that price.
alter table products
  add column compare_at_price cents check (compare_at_price <= 99999999),
  add column prior_price cents,
  add constraint products_are_reduced check (compare_at_price > price),
  add constraint products_on_sale_have_prior_prices check (prior_price is null or compare_at_price is not null);

-- Until when a product had another price. What it costs now is not here; what ended 30 days ago says nothing any more.
create table past_prices (
  product_id object_id not null references products (id) on delete cascade,
  ended_at timestamptz not null,
  price cents not null,
  primary key (product_id, ended_at)
);
create index past_prices_by_age on past_prices (ended_at);

insert into past_prices (product_id, ended_at, price)
select subject_id, at, min((before->>'price')::numeric)
from audit_log join products on products.id = subject_id
where subject_kind = 'product' and at > now() - interval '30 days'
  and jsonb_typeof(before->'price') = 'number' and before->'price' <> after->'price'
group by subject_id, at;

-- A sale begins when its compare-at price is said, and anew whenever the price rises during it: only a reduction that goes
-- on growing is one and the same.
create function remember_prices() returns trigger language plpgsql as $$
begin
  if new.price <> old.price then
    insert into past_prices (product_id, ended_at, price) values (old.id, now(), old.price)
    on conflict (product_id, ended_at) do update set price = least(past_prices.price, excluded.price);
  end if;
  if new.compare_at_price is null then
    new.prior_price := null;
  elsif old.compare_at_price is null or new.price > old.price then
    new.prior_price := least(old.price, (
      select min(price) from past_prices where product_id = old.id and ended_at > now() - interval '30 days'));
  end if;
  return new;
end $$;
create trigger products_remember_prices before update of price, compare_at_price on products
  for each row when ((new.price, new.compare_at_price) is distinct from (old.price, old.compare_at_price))
  execute function remember_prices();

-- As before, with what a product on sale cost.
create or replace function note_product_facts() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject)
  select distinct case when facts then 'everything' else id end
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

-- As before; and a purchase that was refunded in full verifies no review.
create or replace function note_removed_orders() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject)
  select distinct order_lines.product_id
  from before was join after became using (id) join order_lines on order_lines.order_id = became.id
  where (was.deleted_at, was.user_id, was.payment_status)
    is distinct from (became.deleted_at, became.user_id, became.payment_status);
  return null;
end $$;
