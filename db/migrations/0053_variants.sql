-- No process of an older release may run.
-- What is sold is a variant of a product. A product without options has one, which bears the product's id; prices and units
-- of a product follow from its variants and are written by triggers alone.

-- At most 3 options with 1 to 60 values each; a value's slug is its key for good and occurs once in its option.
create function are_options(options jsonb) returns boolean language sql immutable parallel safe
return jsonb_typeof(options) = 'array' and jsonb_array_length(options) <= 3 and not exists (
  select from jsonb_array_elements(options) option
  where (length(option->>'name') between 1 and 40) is not true
    or jsonb_typeof(option->'values') is distinct from 'array'
    or (jsonb_array_length(option->'values') between 1 and 60) is not true
    or exists (
      select from jsonb_array_elements(option->'values') value
      where (length(value->>'name') between 1 and 60 and value->>'slug' ~ '^[^\s,]{1,60}$') is not true)
    or (select count(distinct value->>'slug') <> count(*) from jsonb_array_elements(option->'values') value));

-- Names that are equal without case, accents and spaces are one.
create function option_key(text) returns text language sql immutable strict parallel safe
return regexp_replace(
  regexp_replace(lower(normalize($1, nfkd)), U&'[\0300-\036f]+', '', 'g'), '\s+', '', 'g');

-- Locks products while its rows are rewritten.
alter table products
  add column highest_price cents generated always as (price) stored,
  add column options jsonb not null default '[]' constraint products_have_options check (are_options(options)),
  add column has_options boolean generated always as (options <> '[]') stored,
  -- Such as 'size=42', of the variants that have units
  add column option_tags text[] collate "C" not null default '{}';
alter table products alter column highest_price drop expression;
-- Locks products while its rows are read.
alter table products alter column highest_price set not null;
-- Locks products while the index is built: no product has an option yet.
create index products_by_option on products using gin (option_tags) with (fastupdate = off)
  where deleted_at is null and option_tags <> '{}';

create table variants (
  id object_id primary key,
  product_id object_id not null references products (id) on delete cascade,
  -- Slugs, one for each of the product's options in their order
  option_values text[] collate "C" not null default '{}' check (cardinality(option_values) <= 3),
  -- The names of the values
  title text not null default '' check (length(title) <= 200),
  sku text check (length(sku) between 1 and 64),
  gtin text check (gtin ~ '^([0-9]{8}|[0-9]{12,14})$'),
  price cents not null check (price between 1 and 99999999),
  compare_at_price cents check (compare_at_price <= 99999999),
  prior_price cents,
  stock integer not null default 0 check (stock >= 0),
  weight_grams integer check (weight_grams between 1 and 1000000),
  position integer not null default 0 check (position >= 0),
  picture_id object_id references pictures (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint variants_are_reduced check (compare_at_price > price),
  constraint variants_on_sale_have_prior_prices check (prior_price is null or compare_at_price is not null)
);

insert into variants (id, product_id, price, compare_at_price, prior_price, stock, created_at, updated_at)
select id, id, price, compare_at_price, prior_price, stock, created_at, updated_at from products;

create index variants_of_product on variants (product_id, position, id);
create unique index variants_one_of_values on variants (product_id, option_values) where removed_at is null;
create unique index variants_one_of_sku on variants (lower(sku)) where removed_at is null;
create index variants_of_picture on variants (picture_id) where picture_id is not null;

-- Lines name the variant beside the product.
-- Locks order_lines while its rows are rewritten.
alter table order_lines add column variant_id object_id generated always as (product_id) stored;
alter table order_lines alter column variant_id drop expression;
-- Locks order_lines while its rows are read.
alter table order_lines alter column variant_id set not null;
-- Locks checkout_lines while its rows are rewritten.
alter table checkout_lines add column variant_id object_id generated always as (product_id) stored;
alter table checkout_lines alter column variant_id drop expression;
-- Locks checkout_lines while its rows are read.
alter table checkout_lines
  alter column variant_id set not null,
  add constraint checkout_lines_variant_id_fkey foreign key (variant_id) references variants (id),
  drop constraint checkout_lines_checkout_id_product_id_key,
  add constraint checkout_lines_one_of_variant unique (checkout_id, variant_id);
-- Locks checkout_lines while the index is built.
create index checkout_lines_of_variant on checkout_lines (variant_id);

alter table saved_cart_lines rename column product_id to variant_id;
alter index saved_cart_lines_of_product rename to saved_cart_lines_of_variant;
-- Locks saved_cart_lines while its rows are read.
alter table saved_cart_lines
  drop constraint saved_cart_lines_product_id_fkey,
  add constraint saved_cart_lines_variant_id_fkey foreign key (variant_id) references variants (id) on delete cascade;

drop function save_cart_line (text, text, integer, integer);
-- As before, with variants.
create function save_cart_line(owner text, variant text, units integer, most integer) returns boolean language plpgsql as $$
begin
  perform from users where id = owner for no key update;
  insert into saved_cart_lines (user_id, variant_id, quantity, position)
    select owner, variant, units, coalesce(max(position), 0) + 1
    from saved_cart_lines where user_id = owner
    having count(*) < most or bool_or(variant_id = variant)
    on conflict (user_id, variant_id) do update set quantity = excluded.quantity;
  return found;
end $$;

-- Stock: the ledger moves the units of variants, and these those of products.
alter table stock_ledger rename column product_id to variant_id;
alter index stock_ledger_of_product rename to stock_ledger_of_variant;
-- Locks stock_ledger while its rows are read.
alter table stock_ledger
  drop constraint stock_ledger_product_id_fkey,
  add constraint stock_ledger_variant_id_fkey foreign key (variant_id) references variants (id) on delete cascade;

create or replace function apply_stock_ledger() returns trigger language plpgsql as $$
begin
  update variants
  set stock = stock + moved.change
  from (select variant_id, sum(change)::integer as change from added group by variant_id order by variant_id) moved
  where variants.id = moved.variant_id;
  return null;
end $$;
create trigger variants_stock_only_by_ledger before update of stock on variants
  for each row when (pg_trigger_depth() = 0 and new.stock <> old.stock) execute function refuse_stock_without_ledger();
create trigger variants_open_with_empty_stock before insert on variants
  for each row when (new.stock <> 0) execute function refuse_stock_without_ledger();

-- Past prices are those of a variant.
alter table past_prices rename column product_id to variant_id;
-- Locks past_prices while its rows are read.
alter table past_prices
  drop constraint past_prices_product_id_fkey,
  add constraint past_prices_variant_id_fkey foreign key (variant_id) references variants (id) on delete cascade;
drop trigger products_remember_prices on products;
create or replace function remember_prices() returns trigger language plpgsql as $$
begin
  if new.price <> old.price then
    insert into past_prices (variant_id, ended_at, price) values (old.id, now(), old.price)
    on conflict (variant_id, ended_at) do update set price = least(past_prices.price, excluded.price);
  end if;
  if new.compare_at_price is null then
    new.prior_price := null;
  elsif old.compare_at_price is null or new.price > old.price then
    new.prior_price := least(old.price, (
      select min(price) from past_prices where variant_id = old.id and ended_at > now() - interval '30 days'));
  end if;
  return new;
end $$;
create trigger variants_remember_prices before update of price, compare_at_price on variants
  for each row when ((new.price, new.compare_at_price) is distinct from (old.price, old.compare_at_price))
  execute function remember_prices();

-- Products: a new one has the variant that bears its id.
create function open_with_one_price() returns trigger language plpgsql as $$
begin
  new.highest_price := new.price;
  return new;
end $$;
create trigger products_open_with_one_price before insert on products
  for each row execute function open_with_one_price();

create function add_base_variants() returns trigger language plpgsql as $$
begin
  insert into variants (id, product_id, price, compare_at_price, prior_price, created_at, updated_at)
  select id, id, price, compare_at_price, prior_price, created_at, updated_at from added;
  return null;
end $$;
create trigger products_have_base_variants after insert on products
  referencing new table as added for each statement execute function add_base_variants();

create function option_tags(product text, options jsonb) returns text[] language sql stable
return (
  select coalesce(array_agg(distinct option_key(option->>'name') || '=' || option_key(value->>'name')), '{}')
  from variants, unnest(option_values) with ordinality chosen (slug, place),
    lateral (select options->(place::integer - 1) as option) its, jsonb_array_elements(option->'values') value
  where product_id = product and removed_at is null and stock > 0 and value->>'slug' = slug);

-- The lock first: the next statement sees what others have committed meanwhile. The price is the lowest of all variants,
-- sold out or not, so that no sale changes it.
create function derive_products(ids text[]) returns void language plpgsql as $$
begin
  perform from products where id = any(ids) order by id for no key update;
  update products
  set price = (cheapest).price, compare_at_price = (cheapest).compare_at_price, prior_price = (cheapest).prior_price,
    highest_price = dearest, stock = units, option_tags = tags
  from (
    select its.id as product, its.cheapest, its.dearest, its.units, option_tags(its.id, its.options) as tags
    from (
      select products.id, products.options, max(variants.price) as dearest, sum(variants.stock)::integer as units,
        (array_agg(variants order by variants.price, variants.position, variants.id))[1] as cheapest
      from products join variants on product_id = products.id
      where products.id = any(ids) and removed_at is null
      group by products.id) its) live
  where id = product
    and (price, compare_at_price, prior_price, highest_price, stock, option_tags) is distinct from
      ((cheapest).price, (cheapest).compare_at_price, (cheapest).prior_price, dearest, units, tags);
end $$;

-- A sale that leaves units moves nothing but the sum. A change that lists do not show is noted under the product's id.
create function follow_variants() returns trigger language plpgsql as $$
declare
  derived text[] := array(
    select distinct became.product_id from before was join after became using (id)
    where (was.price, was.compare_at_price, was.prior_price, was.position, was.option_values, was.removed_at,
        was.stock > 0 and was.option_values <> '{}')
      is distinct from
      (became.price, became.compare_at_price, became.prior_price, became.position, became.option_values,
        became.removed_at, became.stock > 0 and became.option_values <> '{}'));
begin
  if derived <> '{}' then perform derive_products(derived); end if;
  update products set stock = products.stock + moved.units
  from (
    select became.product_id, sum(became.stock - was.stock)::integer as units
    from before was join after became using (id)
    where became.removed_at is null group by became.product_id) moved
  where products.id = moved.product_id and moved.units <> 0 and products.id <> all(derived);
  insert into catalog_changes (subject)
  select case when bool_or(facts) then product_id else 'units:' || product_id end
  from (
    select became.product_id, became.stock - was.stock as units,
      (was.option_values, was.title, was.sku, was.gtin, was.price, was.compare_at_price, was.prior_price,
        was.weight_grams, was.position, was.picture_id, was.removed_at)
      is distinct from
      (became.option_values, became.title, became.sku, became.gtin, became.price, became.compare_at_price,
        became.prior_price, became.weight_grams, became.position, became.picture_id, became.removed_at) as facts
    from before was join after became using (id)) changes
  group by product_id
  -- Units that only change places leave the sum, and note nothing there.
  having bool_or(facts) or (bool_or(units <> 0) and sum(units) = 0);
  return null;
end $$;
create trigger variants_change after update on variants
  referencing old table as before new table as after for each statement execute function follow_variants();

create function follow_new_variants() returns trigger language plpgsql as $$
declare
  products text[] := array(select distinct product_id from added where option_values <> '{}');
begin
  if products <> '{}' then
    perform derive_products(products);
    insert into catalog_changes (subject) select unnest(products);
  end if;
  return null;
end $$;
create trigger variants_come after insert on variants
  referencing new table as added for each statement execute function follow_new_variants();

create function derive_product() returns trigger language plpgsql as $$
begin
  perform derive_products(array[new.id]);
  return null;
end $$;
create trigger products_change_options after update of options on products
  for each row when (new.options <> old.options) execute function derive_product();

create function refuse_derived_columns() returns trigger language plpgsql as $$
begin
  if new.stock <> old.stock then raise exception 'stock changes only through stock_ledger'; end if;
  raise exception 'prices of a product change only through variants';
end $$;
drop trigger products_stock_only_by_ledger on products;
create trigger products_follow_their_variants
  before update of price, compare_at_price, prior_price, highest_price, stock, option_tags on products
  for each row when (pg_trigger_depth() = 0 and
    (new.price, new.compare_at_price, new.prior_price, new.highest_price, new.stock, new.option_tags) is distinct from
    (old.price, old.compare_at_price, old.prior_price, old.highest_price, old.stock, old.option_tags))
  execute function refuse_derived_columns();

-- As before, only where such a fact changes, with the highest price and the options.
drop trigger products_raise_catalog_version on products;
create constraint trigger products_raise_catalog_version
  after update of name, price, highest_price, options, num_reviews, rating_halves, words on products
  deferrable initially deferred for each row
  when ((old.name, old.price, old.highest_price, old.options, old.num_reviews, old.rating_halves, old.words)
    is distinct from (new.name, new.price, new.highest_price, new.options, new.num_reviews, new.rating_halves, new.words))
  execute function raise_catalog_version('facts');

-- As before, with the options; a value that begins or ends to have units is noted under its own name, for what counts it.
create or replace function note_product_facts() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject)
  select distinct subject
  from (
    select was.id, was.stock <> became.stock as moved, was.option_tags as tags_before, became.option_tags as tags,
      (was.name, was.category, was.price, was.highest_price, was.compare_at_price, was.prior_price, was.options,
        was.num_reviews, was.rating_halves, was.created_at, was.deleted_at, was.words, was.stock > 0)
      is distinct from
      (became.name, became.category, became.price, became.highest_price, became.compare_at_price, became.prior_price,
        became.options, became.num_reviews, became.rating_halves, became.created_at, became.deleted_at, became.words,
        became.stock > 0) as facts
    from before was join after became using (id)) changes,
    lateral (
      select 'everything' as subject where facts
      union all
      select 'units:' || id where moved and not facts
      union all
      select 'option:' || tag from unnest(tags_before || tags) tag
      where not facts and tags_before <> tags and tag = any(tags_before) <> (tag = any(tags))) noted;
  return null;
end $$;
