create or replace function category_name(key text) returns text language sql stable parallel safe
return (select categories.name from categories where categories.key = $1);

create or replace function raise_categories_version() returns trigger language plpgsql as $$
begin
  update catalog_version set
    version = version + 1, shelf_version = shelf_version + 1, categories_version = categories_version + 1;
  return null;
end $$;

create constraint trigger categories_raise_version after insert or update or delete on categories
  deferrable initially deferred for each row execute function raise_categories_version();

create trigger categories_change after insert or update or delete or truncate on categories
  for each statement execute function note_change('everything');

-- Returns the key of an option's name or value: `optionKey` of app/domain/catalog/variants/variant.ts.
create or replace function option_key(text) returns text language sql immutable strict parallel safe
return regexp_replace(
  case when octet_length($1) = length($1) then lower($1 collate "C") else fold_case(normalize($1, nfkd)) end,
  U&'[\0300-\036f\0009-\000d\0020\0085\00a0\1680\2000-\200a\2028\2029\202f\205f\3000\feff]+', '', 'g');

-- At most 3 options with 1 to 60 values each. A value's slug is its permanent key and occurs once in its option.
create or replace function are_options(options jsonb) returns boolean language sql immutable parallel safe
return jsonb_typeof(options) = 'array' and jsonb_array_length(options) <= 3 and not exists (
  select from jsonb_array_elements(options) option
  where (length(option->>'name') between 1 and 40) is not true
    or jsonb_typeof(option->'values') is distinct from 'array'
    or (jsonb_array_length(option->'values') between 1 and 60) is not true
    or exists (
      select from jsonb_array_elements(option->'values') value
      where (length(value->>'name') between 1 and 60 and value->>'slug' ~ '^[^\s,]{1,60}$') is not true)
    or (select count(distinct value->>'slug') <> count(*) from jsonb_array_elements(option->'values') value));

create or replace function option_value_names(options jsonb) returns text language sql immutable parallel safe
return (
  select coalesce(string_agg(its->>'name', ' '), '')
  from jsonb_array_elements(options) option, jsonb_array_elements(option->'values') its);

-- Returns the tags, such as `size=42`, of the variants that have units.
create or replace function option_tags(product text, options jsonb) returns text[] language sql stable
return (
  select coalesce(array_agg(distinct option_key(option->>'name') || '=' || option_key(value->>'name')), '{}')
  from variants, unnest(option_values) with ordinality chosen (slug, place),
    lateral (select options->(place::integer - 1) as option) its, jsonb_array_elements(option->'values') value
  where product_id = product and removed_at is null and stock > 0 and value->>'slug' = slug);

-- Runs after the version was raised, like `learn_words`, so in one transaction at a time.
create or replace function learn_option_names() returns trigger language plpgsql as $$
begin
  insert into option_names (key, name)
  select distinct on (key) key, name
  from jsonb_array_elements(new.options) option,
    lateral (select option->>'name' as name, option_key(option->>'name') as key) named
  where length(key) between 1 and 200
  order by key, name
  on conflict (key) do nothing;
  return null;
end $$;

create constraint trigger products_teach_option_names after insert or update of options on products
  deferrable initially deferred for each row when (new.options <> '[]') execute function learn_option_names();

-- Once all products are reindexed, no product has an option under a former key.
create or replace function drop_former_option_names() returns trigger language plpgsql as $$
begin
  delete from option_names where key <> option_key(name);
  return null;
end $$;

create trigger search_is_reindexed after delete on search_reindexing
  for each statement execute function drop_former_option_names();

create trigger option_names_are_merged after update on option_names
  for each statement execute function note_change('everything');

create or replace function are_facts(facts jsonb) returns boolean language sql immutable parallel safe
return jsonb_typeof(facts) = 'object' and not exists (
  select from jsonb_each(facts) fact
  where case
    when fact.key = 'own' then jsonb_typeof(fact.value) is distinct from 'array' or jsonb_array_length(fact.value) > 20
      or exists (
        select from jsonb_array_elements(fact.value) own
        where (length(own->>'name') between 1 and 60 and length(own->>'value') between 1 and 300) is not true)
    when fact.key in ('brand', 'material', 'countryOfOrigin', 'manufacturer', 'manufacturerAddress',
      'manufacturerContact', 'responsiblePerson', 'warnings', 'withdrawalExemption')
      then (jsonb_typeof(fact.value) = 'string' and length(fact.value #>> '{}') between 1 and 2000) is not true
    when fact.key = 'hsCode'
      then (jsonb_typeof(fact.value) = 'string' and fact.value #>> '{}' ~ '^[0-9]{6,10}$') is not true
    else true end);

-- Returns the spread of a product's variant prices; three steps multiply the distance by e.
create or replace function price_spread(lowest integer, highest integer) returns integer language sql immutable parallel safe
return floor(3 * ln(greatest(highest - lowest, 1)::float8))::integer;

create or replace function open_with_one_price() returns trigger language plpgsql as $$
begin
  new.highest_price := greatest(new.price, new.highest_price);
  return new;
end $$;

create trigger products_open_with_one_price before insert on products
  for each row execute function open_with_one_price();

-- A new product has a variant with the product's id, which is removed immediately if the product has options.
create or replace function add_base_variants() returns trigger language plpgsql as $$
begin
  insert into variants (id, product_id, price, compare_at_price, prior_price, measure_amount, measure_unit,
    created_at, updated_at, removed_at)
  select id, id, price, compare_at_price, prior_price, measure_amount, measure_unit, created_at, updated_at,
    case when options <> '[]' then created_at end from added;
  return null;
end $$;

create trigger products_have_base_variants after insert on products
  referencing new table as added for each statement execute function add_base_variants();

-- Derives prices, units and option tags of products from their variants. Variants are read for each product, because a plan
-- from the time when the table was small would read all of them.
create or replace function derive_products(ids text[]) returns void language plpgsql set plan_cache_mode = auto as $$
begin
  perform from products where id = any(ids) order by id for no key update;
  update products
  set price = (cheapest).price, compare_at_price = (cheapest).compare_at_price, prior_price = (cheapest).prior_price,
    measure_amount = (cheapest).measure_amount, measure_unit = (cheapest).measure_unit,
    highest_price = dearest, stock = units, option_tags = tags
  from (
    select its.id as product, cheapest, dearest, units, option_tags(its.id, its.options) as tags
    from products its, lateral (
      select max(price) as dearest, sum(stock)::integer as units,
        (array_agg(variants order by price, position, id))[1] as cheapest
      from variants where product_id = its.id and removed_at is null) sold
    where its.id = any(ids) and dearest is not null
    offset 0) live -- Computes the tags once.
  where id = product
    and (price, compare_at_price, prior_price, measure_amount, measure_unit, highest_price, stock, option_tags)
      is distinct from
      ((cheapest).price, (cheapest).compare_at_price, (cheapest).prior_price, (cheapest).measure_amount,
        (cheapest).measure_unit, dearest, units, tags);
end $$;

create or replace function follow_variants() returns trigger language plpgsql as $$
declare
  derived text[] := array(
    select distinct became.product_id from before was join after became using (id)
    where (was.price, was.compare_at_price, was.prior_price, was.measure_amount, was.measure_unit, was.position,
        was.option_values, was.removed_at, was.stock > 0 and was.option_values <> '{}')
      is distinct from
      (became.price, became.compare_at_price, became.prior_price, became.measure_amount, became.measure_unit,
        became.position, became.option_values, became.removed_at, became.stock > 0 and became.option_values <> '{}'));
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
      (was.option_values, was.title, was.sku, was.gtin, was.mpn, was.price, was.compare_at_price, was.prior_price,
        was.weight_grams, was.measure_amount, was.measure_unit, was.position, was.picture_id, was.removed_at,
        was.is_on_sale, was.sale_from, was.sale_until, was.uncounted_units is null)
      is distinct from
      (became.option_values, became.title, became.sku, became.gtin, became.mpn, became.price, became.compare_at_price,
        became.prior_price, became.weight_grams, became.measure_amount, became.measure_unit, became.position, became.picture_id, became.removed_at,
        became.is_on_sale, became.sale_from, became.sale_until, became.uncounted_units is null) as facts
    from before was join after became using (id)) changes
  group by product_id
  -- Units that only change places leave the sum, and note nothing there.
  having bool_or(facts) or (bool_or(units <> 0) and sum(units) = 0);
  return null;
end $$;

create trigger variants_change after update on variants
  referencing old table as before new table as after for each statement execute function follow_variants();

create or replace function follow_new_variants() returns trigger language plpgsql as $$
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

create or replace function derive_product() returns trigger language plpgsql as $$
begin
  perform derive_products(array[new.id]);
  return null;
end $$;

create trigger products_change_options after update of options on products
  for each row when (new.options <> old.options) execute function derive_product();

create or replace function refuse_derived_columns() returns trigger language plpgsql as $$
begin
  if new.stock <> old.stock then raise exception 'stock changes only through stock_ledger'; end if;
  raise exception 'prices and contents of a product change only through variants';
end $$;

create trigger products_follow_their_variants
  before update of
    price, compare_at_price, prior_price, measure_amount, measure_unit, highest_price, stock, option_tags on products
  for each row when (pg_trigger_depth() = 0 and
    (new.price, new.compare_at_price, new.prior_price, new.measure_amount, new.measure_unit, new.highest_price, new.stock,
      new.option_tags) is distinct from
    (old.price, old.compare_at_price, old.prior_price, old.measure_amount, old.measure_unit, old.highest_price, old.stock,
      old.option_tags))
  execute function refuse_derived_columns();

-- Sets the price of today. Only the database's clock decides, so that all processes agree.
create or replace function apply_sale_price() returns trigger language plpgsql as $$
declare
  at timestamptz := clock_timestamp();
  has_begun boolean := coalesce(new.sale_from <= at, true);
  has_ended boolean := coalesce(new.sale_until <= at, false);
  writes_price_only boolean := tg_op = 'UPDATE' and new.sale_price is not null
    and (new.price, new.compare_at_price) is distinct from (old.price, old.compare_at_price)
    and (new.sale_price, new.sale_from, new.sale_until, new.regular_price, new.regular_compare_at_price)
      is not distinct from
      (old.sale_price, old.sale_from, old.sale_until, old.regular_price, old.regular_compare_at_price);
begin
  if writes_price_only then
    -- A script that writes only the price means the price to pay.
    new.regular_price := new.price;
    new.regular_compare_at_price := new.compare_at_price;
    if old.is_on_sale or new.sale_price >= new.price then
      new.sale_price := null;
    end if;
  end if;
  if new.sale_price is null then
    if new.regular_price is not null then
      new.price := new.regular_price;
      new.compare_at_price := new.regular_compare_at_price;
    end if;
    new.sale_from := null;
    new.sale_until := null;
    new.is_on_sale := false;
    new.regular_price := null;
    new.regular_compare_at_price := null;
    new.price_changes_at := null;
    return new;
  end if;
  if new.regular_price is null then
    new.regular_price := new.price;
    new.regular_compare_at_price := new.compare_at_price;
  end if;
  new.is_on_sale := has_begun and not has_ended;
  new.price := case when new.is_on_sale then new.sale_price else new.regular_price end;
  new.compare_at_price := case
    when new.is_on_sale then coalesce(new.regular_compare_at_price, new.regular_price)
    else new.regular_compare_at_price end;
  new.price_changes_at := case when has_ended then null when has_begun then new.sale_until else new.sale_from end;
  return new;
end $$;

-- Its name comes before that of the trigger that remembers prices, and so it runs first.
create trigger variants_have_sale_prices before update of
    price, compare_at_price, sale_price, sale_from, sale_until, is_on_sale, regular_price, regular_compare_at_price,
    price_changes_at
  on variants for each row
  when (new.sale_price is not null or old.sale_price is not null or new.regular_price is not null)
  execute function apply_sale_price();

create trigger variants_come_with_sale_prices before insert on variants
  for each row when (new.sale_price is not null) execute function apply_sale_price();

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

create trigger variants_remember_prices before update of
    price, compare_at_price, sale_price, sale_from, sale_until, regular_price, regular_compare_at_price, price_changes_at
  on variants
  for each row when ((new.price, new.compare_at_price) is distinct from (old.price, old.compare_at_price))
  execute function remember_prices();

-- Only the database's clock decides, so that all processes agree.
create or replace function update_publication() returns trigger language plpgsql as $$
declare
  at timestamptz := clock_timestamp();
  has_begun boolean := coalesce(new.published_from <= at, true);
  has_ended boolean := coalesce(new.published_until <= at, false);
begin
  if new.deleted_at is not null or new.is_draft or has_ended then
    new.is_public := false;
    new.publication_changes_at := null;
  else
    new.is_public := has_begun;
    new.publication_changes_at := case when has_begun then new.published_until else new.published_from end;
  end if;
  new.was_public := new.is_public or (tg_op = 'UPDATE' and old.was_public);
  return new;
end $$;

create trigger products_are_published
  before insert or update of is_draft, published_from, published_until, deleted_at, is_public, was_public, publication_changes_at
  on products for each row execute function update_publication();

-- Raises the catalogue's version once in a transaction; with the argument `shelf`, the shelf's version as well.
create or replace function raise_catalog_version() returns trigger language plpgsql as $$
declare
  shelf boolean := tg_argv[0] = 'shelf';
  mark text := 'counter.raised_' || tg_argv[0];
begin
  if current_setting(mark, true) is distinct from pg_current_xact_id()::text then
    update catalog_version set version = version + 1, shelf_version = shelf_version + shelf::integer;
    perform set_config(mark, pg_current_xact_id()::text, true);
  end if;
  return null;
end $$;

create constraint trigger products_raise_catalog_version
  after update of name, price, highest_price, options, num_reviews, rating_halves, words on products
  deferrable initially deferred for each row
  when ((old.name, old.price, old.highest_price, old.options, old.num_reviews, old.rating_halves, old.words)
    is distinct from (new.name, new.price, new.highest_price, new.options, new.num_reviews, new.rating_halves, new.words))
  execute function raise_catalog_version('facts');

create constraint trigger products_raise_shelf_version
  after insert or delete
    or update of category, deleted_at, is_draft, published_from, published_until, publication_changes_at on products
  deferrable initially deferred for each row execute function raise_catalog_version('shelf');

create constraint trigger option_names_raise_catalog_version after update on option_names
  deferrable initially deferred for each row execute function raise_catalog_version('facts');

create or replace function raise_options_version() returns trigger language plpgsql as $$
begin
  if current_setting('counter.raised_options', true) is distinct from pg_current_xact_id()::text then
    update catalog_version set options_version = options_version + 1;
    perform set_config('counter.raised_options', pg_current_xact_id()::text, true);
  end if;
  return null;
end $$;

create constraint trigger products_raise_options_version after update of option_tags on products
  deferrable initially deferred for each row when (new.is_public and old.option_tags <> new.option_tags)
  execute function raise_options_version();

-- Records changes of public products: everything in lists, their units, or an option's value. A new value is recorded
-- under its option as well, because a list that counts other values of it has one more.
create or replace function note_product_facts() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject)
  select distinct subject
  from (
    select was.id, was.stock <> became.stock as moved, was.option_tags as tags_before, became.option_tags as tags,
      (was.name, was.category, was.price, was.highest_price, was.compare_at_price, was.prior_price,
        was.measure_amount, was.measure_unit, was.options,
        was.num_reviews, was.rating_halves, was.created_at, was.is_public, was.words, was.stock > 0)
      is distinct from
      (became.name, became.category, became.price, became.highest_price, became.compare_at_price, became.prior_price,
        became.measure_amount, became.measure_unit, became.options, became.num_reviews, became.rating_halves, became.created_at, became.is_public, became.words,
        became.stock > 0) as facts
    from before was join after became using (id)
    where was.is_public or became.is_public) changes,
    lateral (
      select 'everything' as subject where facts
      union all
      select 'units:' || id where moved and not facts
      union all
      select 'option:' || tag from unnest(tags_before || tags) tag
      where not facts and tags_before <> tags and tag = any(tags_before) <> (tag = any(tags))
      union all
      select 'option:' || split_part(tag, '=', 1) from unnest(tags) tag
      where not facts and tags_before <> tags and tag <> all(tags_before)) noted;
  return null;
end $$;

create trigger products_change after update on products
  referencing old table as before new table as after for each statement execute function note_product_facts();

create trigger products_come_and_go after insert or delete or truncate on products
  for each statement execute function note_change('everything');

-- Records the products of the statement's rows, in `changed`.
create or replace function note_changed_products() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject) select distinct product_id from changed;
  return null;
end $$;

create trigger descriptions_change after update on product_descriptions
  referencing new table as changed for each statement execute function note_changed_products();

create trigger product_images_change after insert or update or delete or truncate on product_images
  for each statement execute function note_change('everything');

-- A page of search results may have been cached under the same address.
create trigger former_product_addresses_change after insert or update or delete or truncate on former_product_addresses
  for each statement execute function note_change('everything');
