-- Categories are rows. A product refers to its category by a key that never changes, so a new name is one changed row; the
-- keys of the first six are their first names, so every product that is there already is right as it is.
create table categories (
  id object_id primary key,
  key text not null unique check (length(key) between 1 and 60),
  name text not null check (length(name) between 1 and 60),
  slug text not null check (length(slug) between 1 and 80),
  position integer not null,
  body text not null default '' check (length(body) <= 10000),
  picture_id object_id references pictures (id),
  -- Some products are still found by its former name.
  words_outdated boolean not null default false,
  -- Of a deleted category: where its products go, and where its addresses lead.
  successor text references categories (key),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (successor is null or deleted_at is not null)
);
create unique index categories_by_name on categories (lower(name)) where deleted_at is null;
create unique index categories_by_slug on categories (slug) where deleted_at is null;

insert into categories (id, key, name, slug, position)
select lpad(position::text, 24, '0'), name, name, lower(name), position
from unnest(array['Electronics', 'Footwear', 'Clothing', 'Gaming', 'Kitchen', 'Household'])
  with ordinality as initial (name, position);

-- Names and slugs that a category has had, in lower case: their addresses lead to it.
create table former_category_names (
  name text primary key check (length(name) between 1 and 80),
  category_id object_id not null references categories (id)
);

-- Products that went from a deleted category to its successor, for as long as that can be undone.
create table category_moves (
  category text not null references categories (key),
  product_id object_id not null references products (id) on delete cascade,
  moved_to text not null references categories (key),
  primary key (category, product_id)
);
create index category_moves_of_product on category_moves (product_id);

alter table products
  drop constraint products_category_check,
  add constraint products_have_categories foreign key (category) references categories (key) not valid;
alter table audit_log
  drop constraint audit_log_subject_kind_check,
  add constraint audit_log_subject_kind_check
    check (subject_kind in ('product', 'order', 'user', 'review', 'payment', 'mail', 'page', 'settings', 'category'))
    not valid;

-- Processes remember the categories of a version. Lists and counts are named by categories, so they begin anew as well.
alter table catalog_version add column categories_version bigint not null default 1;
create function raise_categories_version() returns trigger language plpgsql as $$
begin
  update catalog_version set
    version = version + 1, shelf_version = shelf_version + 1, categories_version = categories_version + 1;
  return null;
end $$;
create constraint trigger categories_raise_version after insert or update or delete on categories
  deferrable initially deferred for each row execute function raise_categories_version();
create trigger categories_change after insert or update or delete or truncate on categories
  for each statement execute function note_change('everything');

-- As before, with the category's name instead of its key.
create function category_name(key text) returns text language sql stable parallel safe
return (select categories.name from categories where categories.key = $1);

create or replace function index_product() returns trigger language plpgsql as $$
begin
  new.words := product_words(new.name, category_name(new.category),
    (select description from product_descriptions where product_id = new.id));
  return new;
end $$;

create or replace function index_descriptions() returns trigger language plpgsql as $$
begin
  update products set words = product_words(name, category_name(category), described.description)
  from described where products.id = described.product_id;
  return null;
end $$;

create or replace function learn_words() returns trigger language plpgsql as $$
begin
  insert into search_words (word, weight)
  select word, sum(worth)
  from (select search_text(new.name) as text, 10 as worth union all
    select search_text(concat_ws(' ', category_name(new.category), description)), 1
    from product_descriptions where product_id = new.id) texts,
    string_to_table(text, ' ') word
  where length(word) between 1 and 40
  group by word order by word
  on conflict (word) do update set weight = least(search_words.weight + excluded.weight, 1000000000);
  return null;
end $$;
