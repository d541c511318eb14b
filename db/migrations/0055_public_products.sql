-- outside of a transaction
-- What shoppers' lists walk and count, without products that only staff may see. The back office keeps those of
-- `where deleted_at is null` that its own lists are sorted by.
create index concurrently if not exists public_products_of_category on products (category) where is_public;
create index concurrently if not exists public_products_newest on products (created_at desc, id desc) where is_public;
create index concurrently if not exists public_products_newest_of_category
  on products (category, created_at desc, id desc) where is_public;
create index concurrently if not exists public_products_by_price on products (price, id) include (rating) where is_public;
create index concurrently if not exists public_products_of_category_by_price
  on products (category, price, id) include (rating) where is_public;
create index concurrently if not exists public_products_by_rating
  on products (rating desc, num_reviews desc, id desc) where is_public;
create index concurrently if not exists public_products_best_rated on products (rating desc, num_reviews desc, id desc)
  where is_public and num_reviews >= 3;
create index concurrently if not exists public_products_by_name_words
  on products using gin (name_words) with (fastupdate = off) where is_public;
create index concurrently if not exists public_products_by_words
  on products using gin (words) with (fastupdate = off) where is_public;
create index concurrently if not exists public_products_by_option
  on products using gin (option_tags) with (fastupdate = off) where is_public and option_tags <> '{}';
drop index concurrently if exists products_by_option;
drop index concurrently if exists products_of_category;
drop index concurrently if exists products_best_rated;
drop index concurrently if exists products_by_name_words;
drop index concurrently if exists products_by_words;

create index concurrently if not exists hidden_products_newest on products (created_at desc, id desc)
  where not is_public and deleted_at is null;
create index concurrently if not exists products_by_publication_change on products (publication_changes_at)
  where publication_changes_at is not null;
