-- Lists: every order a list can have, and the columns its filters need, among the products that are sold.

create index products_of_category on products (category) where deleted_at is null;
create index products_newest on products (created_at desc, id desc) where deleted_at is null;
create index products_newest_of_category on products (category, created_at desc, id desc) where deleted_at is null;
create index products_by_price on products (price, id) include (rating) where deleted_at is null;
create index products_of_category_by_price on products (category, price, id) include (rating) where deleted_at is null;
create index products_by_rating on products (rating desc, num_reviews desc, id desc) where deleted_at is null;
create index products_best_rated on products (rating desc, num_reviews desc, id desc)
  where deleted_at is null and num_reviews >= 3;

-- Search: `words` holds the stems of name, category and description, `name_words` those of the name alone.

-- Letters and digits of any script, in lower case and without accents, one space between words.
create function search_text(text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(
  regexp_replace(lower(normalize($1, nfkd)), U&'[\0300-\036f]+', '', 'g'), '[^[:alnum:]]+', ' ', 'g'));

-- English that leaves no word out: in a name even "can" and "over" mean something.
create text search dictionary english_stems (template = snowball, language = english);
create text search configuration names (copy = english);
alter text search configuration names alter mapping replace english_stem with english_stems;

-- The stem of one word as the index has it; null for a word that is too common to mean anything.
create function search_stem(text) returns text language sql immutable strict parallel safe
return (tsvector_to_array(to_tsvector('english'::regconfig, $1)))[1];

-- A word and what remains of it when any one letter is left out. Two words that are one slip apart (a letter dropped,
-- doubled, swapped with its neighbour or replaced) always have one of these in common.
create function one_letter_less(text) returns text[] language sql immutable strict parallel safe
return (
  select array_agg(distinct left($1, greatest(place - 1, 0)) || substr($1, place + 1))
  from generate_series(0, length($1)) place
);

alter table products
  add column name_words tsvector not null
    generated always as (strip(to_tsvector('names'::regconfig, search_text(name)))) stored,
  add column words tsvector not null default '';
create index products_by_name_words on products using gin (name_words) with (fastupdate = off) where deleted_at is null;
create index products_by_words on products using gin (words) with (fastupdate = off) where deleted_at is null;

create function product_words(name text, category text, description text) returns tsvector
language sql immutable parallel safe
return strip(
  to_tsvector('names'::regconfig, search_text(name))
  || to_tsvector('english'::regconfig, search_text(concat_ws(' ', category, description))));

create function index_product() returns trigger language plpgsql as $$
begin
  new.words := product_words(new.name, new.category,
    (select description from product_descriptions where product_id = new.id));
  return new;
end $$;
create trigger products_are_searchable before insert or update of name, category on products
  for each row execute function index_product();

create function index_descriptions() returns trigger language plpgsql as $$
begin
  update products set words = product_words(name, category, described.description)
  from described where products.id = described.product_id;
  return null;
end $$;
create trigger new_descriptions_are_searchable after insert on product_descriptions
  referencing new table as described for each statement execute function index_descriptions();
create trigger changed_descriptions_are_searchable after update on product_descriptions
  referencing new table as described for each statement execute function index_descriptions();

-- The vocabulary of the catalogue, for typing mistakes: words as they are written. A word may outlive its products.
create table search_words (
  word text collate "C" primary key,
  stem text collate "C" generated always as (search_stem(word)) stored,
  -- How often it is written, in names ten times as much; roughly, to choose between two words that are equally near.
  weight integer not null default 1,
  near text[] collate "C" generated always as (one_letter_less(word)) stored
);
create index search_words_by_stem on search_words (stem);
create index search_words_near on search_words using gin (near) with (fastupdate = off);
create index search_words_alike on search_words using gin (word gin_trgm_ops) with (fastupdate = off);

-- The version of the catalogue: whatever was counted under one version is exact until the next. Every transaction that
-- changes what lists show raises it once, as the last thing it does, so that nobody waits for a lock while holding it.
-- Coming, going and changing the category raise `shelf_version` as well: it alone decides how many products there are.
create table catalog_version (
  version bigint not null,
  shelf_version bigint not null,
  only_one boolean primary key default true check (only_one)
);
insert into catalog_version (version, shelf_version) values (1, 1);

create function raise_catalog_version() returns trigger language plpgsql as $$
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
  after update of name, price, num_reviews, rating_halves, words on products
  deferrable initially deferred for each row execute function raise_catalog_version('facts');
create constraint trigger products_raise_shelf_version
  after insert or delete or update of category, deleted_at on products
  deferrable initially deferred for each row execute function raise_catalog_version('shelf');

-- New words join the vocabulary after the version was raised, one transaction at a time.
create function learn_words() returns trigger language plpgsql as $$
begin
  insert into search_words (word, weight)
  select word, sum(worth)
  from (select search_text(new.name) as text, 10 as worth union all
    select search_text(concat_ws(' ', new.category, description)), 1
    from product_descriptions where product_id = new.id) texts,
    string_to_table(text, ' ') word
  where length(word) between 1 and 40
  group by word order by word
  on conflict (word) do update set weight = least(search_words.weight + excluded.weight, 1000000000);
  return null;
end $$;
create constraint trigger products_teach_words after update of name, category, words on products
  deferrable initially deferred for each row execute function learn_words();

-- What shoppers search for, and find: counted, never by whom.
create table popular_searches (
  keyword text collate "C" primary key check (length(keyword) between 1 and 200),
  heat double precision not null,
  times integer not null default 1 check (times > 0),
  searched_at timestamptz not null
);
create index popular_searches_hottest on popular_searches (heat desc) where times >= 3;
create index popular_searches_oldest on popular_searches (searched_at);
