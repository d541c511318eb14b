-- Filters by option, and a search that knows the values of options and SKUs.

-- Locks products until the end, as the drop of a trigger below needs it: the weaker locks of the other triggers, taken
-- first, would stop a sale that the drop then waits for.
lock table products in access exclusive mode;

-- The options of all products, each by the name that was written first. One that is merged into another is the same to shoppers.
create table option_names (
  key text collate "C" primary key check (length(key) between 1 and 200),
  name text not null check (length(name) between 1 and 40),
  merged_into text collate "C" references option_names (key),
  check (merged_into <> key)
);
create index option_names_of_merged on option_names (merged_into) where merged_into is not null;

-- After the version was raised, as new words, so one transaction at a time.
create function learn_option_names() returns trigger language plpgsql as $$
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

insert into option_names (key, name)
select distinct on (key) key, named.name
from products, jsonb_array_elements(options) option,
  lateral (select option->>'name' as name, option_key(option->>'name') as key) named
where has_options and length(key) between 1 and 200
order by key, named.name;

create constraint trigger option_names_raise_catalog_version after update on option_names
  deferrable initially deferred for each row execute function raise_catalog_version('facts');
create trigger option_names_are_merged after update on option_names
  for each statement execute function note_change('everything');

-- What is counted or found by option follows a version of its own, so that a sale raises the catalogue's never.
alter table catalog_version add column options_version bigint not null default 1;
create function raise_options_version() returns trigger language plpgsql as $$
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

-- As before, and a value that comes is noted under its option as well: a list that counts others of it has one more.
create or replace function note_product_facts() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject)
  select distinct subject
  from (
    select was.id, was.stock <> became.stock as moved, was.option_tags as tags_before, became.option_tags as tags,
      (was.name, was.category, was.price, was.highest_price, was.compare_at_price, was.prior_price, was.options,
        was.num_reviews, was.rating_halves, was.created_at, was.is_public, was.words, was.stock > 0)
      is distinct from
      (became.name, became.category, became.price, became.highest_price, became.compare_at_price, became.prior_price,
        became.options, became.num_reviews, became.rating_halves, became.created_at, became.is_public, became.words,
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

create function option_value_names(options jsonb) returns text language sql immutable parallel safe
return (
  select coalesce(string_agg(its->>'name', ' '), '')
  from jsonb_array_elements(options) option, jsonb_array_elements(option->'values') its);

-- All that a product is found by: beside the words of its texts those of its options' values, `sku:` with each SKU, and
-- `option:` with the key of each option.
create function words_of(product products) returns tsvector language sql stable parallel safe
return
  product_words(product.name, category_name(product.category),
    (select description from product_descriptions where product_id = product.id))
  || strip(to_tsvector('names'::regconfig, search_text(option_value_names(product.options))))
  || array_to_tsvector(
    array(
      select 'sku:' || lower(sku) from variants
      where product_id = product.id and removed_at is null and sku is not null)
    || array(select 'option:' || option_key(option->>'name') from jsonb_array_elements(product.options) option));

create or replace function index_product() returns trigger language plpgsql as $$
begin
  new.words := words_of(new);
  return new;
end $$;
create or replace trigger products_are_searchable before insert or update of name, category, options on products
  for each row execute function index_product();

create or replace function index_descriptions() returns trigger language plpgsql as $$
begin
  update products set words = words_of(products) from described where products.id = described.product_id;
  return null;
end $$;

create function index_sku() returns trigger language plpgsql as $$
begin
  update products set words = words_of(products) where id = new.product_id and words <> words_of(products);
  return null;
end $$;
create trigger variants_are_searchable after insert on variants
  for each row when (new.sku is not null) execute function index_sku();
create trigger variants_stay_searchable after update of sku, removed_at on variants
  for each row when ((old.sku, old.removed_at is null) is distinct from (new.sku, new.removed_at is null)
    and coalesce(old.sku, new.sku) is not null)
  execute function index_sku();

-- As before, with the values of options.
create or replace function learn_words() returns trigger language plpgsql as $$
begin
  insert into search_words (word, weight)
  select word, sum(worth)
  from (select search_text(new.name) as text, 10 as worth union all
    select search_text(concat_ws(' ', category_name(new.category), description, option_value_names(new.options))), 1
    from product_descriptions where product_id = new.id) texts,
    string_to_table(text, ' ') word
  where length(word) between 1 and 40
  group by word order by word
  on conflict (word) do update set weight = least(search_words.weight + excluded.weight, 1000000000);
  return null;
end $$;
create function words_without_skus(words tsvector) returns text[] language sql immutable strict parallel safe
return array(select lexeme from unnest(words) where not starts_with(lexeme, 'sku:'));

-- As before, but a SKU is no word.
drop trigger products_teach_words on products;
create constraint trigger products_teach_words
  after update of name, category, words, options, deleted_at, is_draft, published_from, publication_changes_at on products
  deferrable initially deferred for each row
  when (new.is_public and not (old.is_public and old.words <> new.words
    and words_without_skus(old.words) = words_without_skus(new.words)))
  execute function learn_words();

-- In the background, the products that are there already.
insert into search_reindexing (after_id)
select '' where exists (select from variants where sku is not null or option_values <> '{}')
on conflict (only_one) do update set after_id = '';
