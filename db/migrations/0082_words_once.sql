-- A product that is written with many variants has its words made once, and teaches each of them once.

-- As before, and only the last of several changes in a transaction: the others are not what the product says. A word that is
-- known gets its weight alone, because `near` of a new row takes long. After the version was raised, so one transaction at a time.
create or replace function learn_words() returns trigger language plpgsql as $$
begin
  if not exists (
    select from products
    where id = new.id and (name, category, options) = (new.name, new.category, new.options)
      and words_without_skus(words) = words_without_skus(new.words))
  then return null; end if;
  with heard as materialized (
    select word, sum(worth) as weight
    from (select search_text(new.name) as text, 10 as worth union all
      select search_text(concat_ws(' ', category_name(new.category), description, option_value_names(new.options))), 1
      from product_descriptions where product_id = new.id) texts,
      string_to_table(text, ' ') word
    where length(word) between 1 and 40
    group by word),
  known as (
    update search_words set weight = least(search_words.weight + heard.weight, 1000000000)
    from heard where search_words.word = heard.word returning heard.word)
  insert into search_words (word, weight)
  select word, weight from heard where word not in (select word from known) order by word
  on conflict (word) do update set weight = least(search_words.weight + excluded.weight, 1000000000);
  return null;
end $$;

-- Locks variants, then products, as a sale does: in the other order each could wait for the other.
lock table variants, products in share row exclusive mode;

-- A product has no words before its description, which is written last.
create or replace trigger products_are_searchable before update of name, category, options on products
  for each row execute function index_product();
create function index_new_skus() returns trigger language plpgsql as $$
begin
  update products set words = fresh
  from (
    select id, words_of(products) as fresh from products join product_descriptions on product_id = id
    where id in (select product_id from added where sku is not null)) its
  where products.id = its.id and products.words <> fresh;
  return null;
end $$;
create or replace trigger variants_are_searchable after insert on variants
  referencing new table as added for each statement execute function index_new_skus();

create or replace function index_sku() returns trigger language plpgsql as $$
begin
  update products set words = fresh
  from (select words_of(products) as fresh from products where id = new.product_id) its
  where id = new.product_id and words <> fresh;
  return null;
end $$;

-- As before; the first variant of a product that begins with options has ended.
create or replace function add_base_variants() returns trigger language plpgsql as $$
begin
  insert into variants (id, product_id, price, compare_at_price, prior_price, created_at, updated_at, removed_at)
  select id, id, price, compare_at_price, prior_price, created_at, updated_at,
    case when options <> '[]' then created_at end from added;
  return null;
end $$;
