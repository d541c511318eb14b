-- Drafts, and days of publication.
alter table products
  add column is_draft boolean not null default false,
  -- The first moment at which a product is public, and the first at which it no longer is.
  add column published_from timestamptz,
  add column published_until timestamptz,
  -- Kept by the trigger below: whether shoppers may see the product, whether they ever could, and when that changes next.
  add column is_public boolean not null default true,
  add column was_public boolean not null default true,
  add column publication_changes_at timestamptz,
  add constraint products_are_published_for_a_time check (published_until > published_from) not valid;
alter table products validate constraint products_are_published_for_a_time;

-- Locks products that are deleted, some thousand at most, while it is written that nobody sees them.
update products set is_public = false where deleted_at is not null;

-- The clock of the database decides alone, so that all processes agree.
create function update_publication() returns trigger language plpgsql as $$
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

-- As before, with what makes a product public. A trigger on columns looks at those that a statement names.
drop trigger products_raise_shelf_version on products;
create constraint trigger products_raise_shelf_version
  after insert or delete
    or update of category, deleted_at, is_draft, published_from, published_until, publication_changes_at on products
  deferrable initially deferred for each row execute function raise_catalog_version('shelf');

-- As before, but words of products that nobody may see are not suggested to anybody.
drop trigger products_teach_words on products;
create constraint trigger products_teach_words
  after update of name, category, words, deleted_at, is_draft, published_from, publication_changes_at on products
  deferrable initially deferred for each row when (new.is_public) execute function learn_words();

-- As before, with what makes a product public; changes of a product that nobody may see change no page.
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
      where not facts and tags_before <> tags and tag = any(tags_before) <> (tag = any(tags))) noted;
  return null;
end $$;
