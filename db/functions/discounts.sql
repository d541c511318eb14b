create or replace function raise_discounts_version() returns trigger language plpgsql as $$
begin
  update catalog_version set discounts_version = discounts_version + 1;
  return null;
end $$;

create constraint trigger discounts_raise_version after insert or update or delete on discounts
  deferrable initially deferred for each row execute function raise_discounts_version();

-- Pages show automatic discounts.
create trigger discounts_are_said after insert or update or delete or truncate on discounts
  for each statement execute function note_change('everything');

-- The start or end of a discount changes no row; the first process to record it invalidates cached pages.
create or replace function note_discount_moments() returns void language sql as $$
  with passed as (
    update catalog_version set discounts_noted_at = clock_timestamp()
    where exists (
      select from discounts where code is null and stopped_at is null
        and (starts_at > discounts_noted_at and starts_at <= clock_timestamp()
          or ends_at > discounts_noted_at and ends_at <= clock_timestamp()))
    returning 1)
  insert into catalog_changes (subject) select 'everything' from passed
$$;

-- Discounts on a deleted category move to its successor.
create or replace function discounts_follow_categories() returns trigger language plpgsql as $$
begin
  update discounts
  set categories = (select array_agg(distinct key) from unnest(array_replace(categories, old.key, new.successor)) key)
  where categories @> array[old.key];
  return null;
end $$;

create trigger discounts_follow_categories after update of successor on categories
  for each row when (new.successor is not null) execute function discounts_follow_categories();
