-- The schema after 0099_words_of_long_texts, in place of the migrations up to that one. Its functions and triggers are
-- those of that time; today's are in db/functions.

create extension if not exists pg_trgm;
create domain cents as integer check (value >= 0);
create domain object_id as text collate "C" check (value ~ '^[0-9a-f]{24}$');
create text search dictionary english_stems (template = snowball, language = 'english');
create text search configuration names (parser = "default");
alter text search configuration names add mapping for asciihword, asciiword, hword, hword_asciipart, hword_part, word
  with english_stems;
alter text search configuration names add mapping for email, file, float, host, hword_numpart, int, numhword, numword,
  sfloat, uint, url, url_path, version with simple;
create sequence order_numbers as integer start 1001;

create function spaceless_letters() returns text language sql immutable parallel safe
return U&'\0e01-\0e3a\0e40-\0e4e\0e81-\0ece\0edc-\0edf\1000-\103f\1050-\108f\109a-\109d\1780-\17d3\17d7\17dc\17dd'
  || U&'\3005-\3007\3021-\3029\3031-\3035\303b\3041-\3096\3099\309a\309d-\309f\30a1-\30fa\30fc-\30ff\31f0-\31ff'
  || U&'\3400-\4dbf\4e00-\9fff\f900-\faff\+020000-\+03ffff';

create function spaceless_letter() returns text language sql immutable parallel safe
return U&'[\0e40-\0e44\0ec0-\0ec4]?.(?:[\1039\17d2].|[\0e30-\0e3a\0e45\0e47-\0e4e\0eb0-\0ebc\0ec8-\0ece\102b-\103e'
  || U&'\1056-\1059\105e-\1060\1062-\1064\1067-\106d\1071-\1074\1082-\108d\108f\109a-\109d\17b4-\17d3\17dd])*';

create function search_units(words text) returns table (
  word bigint, place bigint, unit text, next text, is_letter boolean
) language sql immutable strict parallel safe as $$
  select apart.place, units.place, match[1],
    lead(match[1]) over (partition by apart.place order by units.place), is_spaceless
  from string_to_table(regexp_replace(words, '([' || spaceless_letters() || ']+)', ' \1 ', 'g'), ' ')
      with ordinality as apart (word, place),
    lateral (select left(apart.word, 1) ~ ('[' || spaceless_letters() || ']') as is_spaceless offset 0) script,
    regexp_matches(
      case when is_spaceless then normalize(apart.word, nfc) else apart.word end,
      case when is_spaceless then spaceless_letter() else '.+' end, 'g') with ordinality as units (match, place)
$$;

create function korean_endings(words text) returns text language sql immutable strict parallel safe
return (
  select string_agg(ending, ' ')
  from (
    select substr(word, place) as ending, sum(length(word) - place + 1) over (order by words.number, place) as letters
    from string_to_table(words, ' ') with ordinality as words (word, number), generate_series(2, length(word)) place
    where length(word) <= 60 and substr(word, place, 1) ~ U&'[\1100-\1112]') endings
  where letters <= 80000);

create function search_letters(text) returns text language sql immutable strict parallel safe
return btrim(case when octet_length($1) = length($1) then regexp_replace(lower($1 collate "C"), '[^a-z0-9]+', ' ', 'g')
  else regexp_replace(
    translate(
      replace(replace(replace(replace(
        regexp_replace(lower(normalize($1, nfkd)),
          U&'[\0300-\036f\00ad\200d\0591-\05bd\05bf\05c1\05c2\05c4\05c5\05c7'
            || U&'\0610-\061a\0640\064b-\065f\0670\06d6-\06dc\06df-\06e4\06e7\06e8\06ea-\06ed\08d3-\08ff]+', '', 'g'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      U&'ıøłđðħ\0671\0649\06cc\06a9\0629\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669'
        || U&'\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9'
        || 'ぁあぃいぅうぇえぉおかきくけこさしすせそたちっつてとなにぬねのはひふへほまみむめもゃやゅゆょよらりるれろゎわゐゑをんゕゖゝ',
      U&'iolddh\0627\064a\064a\0643\064701234567890123456789'
        || 'ァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロヮワヰヱヲンヵヶヽ'),
    '[^[:alnum:]' || U&'\0900-\0963\0966-\096f\0971-\0df3' || spaceless_letters() || ']+', ' ', 'g') end);

create function search_text(text) returns text language sql immutable strict parallel safe
return (
  select case
    when octet_length(words) = length(words) then words
    else concat_ws(' ',
      case
        when words ~ ('[' || spaceless_letters() || ']') then (
          select string_agg(concat_ws(' ', unit, unit || next), ' ' order by word, place) from search_units(words))
        else words end,
      case when words ~ U&'[\1100-\1112]' then korean_endings(words) end) end
  from (select search_letters($1) as words offset 0) read);

create function search_stem(text) returns text language sql immutable strict parallel safe
return (tsvector_to_array(to_tsvector('english'::regconfig, $1)))[1];

create function one_letter_less(text) returns text[] language sql immutable strict parallel safe
return (
  select array_agg(distinct left($1, greatest(place - 1, 0)) || substr($1, place + 1))
  from generate_series(0, length($1)) place
);

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

create function are_facts(facts jsonb) returns boolean language sql immutable parallel safe
return jsonb_typeof(facts) = 'object' and not exists (
  select from jsonb_each(facts) fact
  where case
    when fact.key = 'own' then jsonb_typeof(fact.value) is distinct from 'array' or jsonb_array_length(fact.value) > 20
      or exists (
        select from jsonb_array_elements(fact.value) own
        where (length(own->>'name') between 1 and 60 and length(own->>'value') between 1 and 300) is not true)
    when fact.key in ('brand', 'material', 'countryOfOrigin', 'manufacturer', 'manufacturerAddress',
      'manufacturerContact', 'warnings', 'withdrawalExemption')
      then (jsonb_typeof(fact.value) = 'string' and length(fact.value #>> '{}') between 1 and 2000) is not true
    else true end);

create function price_spread(lowest integer, highest integer) returns integer language sql immutable parallel safe
return floor(3 * ln(greatest(highest - lowest, 1)::float8))::integer;

-- While it has a row, as after a restore, no document is issued until someone has checked the next numbers.
create table billing_document_pause (
  one boolean not null default true,
  since timestamptz not null default now(),
  constraint billing_document_pause_pkey primary key (one),
  constraint billing_document_pause_one_check check (one)
);

-- The next sequence number of each series.
create table billing_document_series (
  series text not null,
  next integer not null,
  constraint billing_document_series_pkey primary key (series),
  constraint billing_document_series_next_check check (next > 0)
);

-- Invoices and credit notes with everything printed on them, because orders and settings may change later.
create table billing_documents (
  id object_id not null,
  kind text not null,
  -- A number is a series and a sequence number, without gaps.
  series text not null,
  sequence_number integer not null,
  number text not null,
  issued_at timestamptz not null,
  kept_until date not null,
  -- Without foreign keys, because documents outlive orders and accounts.
  order_id object_id not null,
  user_id object_id not null,
  refund_id object_id,
  invoice_id object_id,
  currency text not null,
  total cents not null,
  contents jsonb not null,
  constraint billing_documents_pkey primary key (id),
  constraint billing_documents_number_key unique (number),
  constraint billing_documents_refund_id_key unique (refund_id),
  constraint billing_documents_series_sequence_number_key unique (series, sequence_number),
  constraint billing_documents_check check ((kind = 'credit-note') = (refund_id is not null
    and invoice_id is not null)),
  constraint billing_documents_contents_check check (jsonb_typeof(contents) = 'object'),
  constraint billing_documents_kind_check check (kind in ('invoice', 'credit-note')),
  constraint billing_documents_sequence_number_check check (sequence_number > 0),
  constraint billing_documents_series_check check (length(series) <= 40),
  constraint billing_documents_invoice_id_fkey foreign key (invoice_id) references billing_documents (id)
);
create index billing_documents_by_date on billing_documents (issued_at desc, id desc);
create index billing_documents_by_end_of_retention on billing_documents (kept_until);
create unique index billing_documents_invoice_of_order on billing_documents (order_id) where kind = 'invoice';
create index billing_documents_of_invoice on billing_documents (invoice_id) where invoice_id is not null;
create index billing_documents_of_order on billing_documents (order_id);
create index billing_documents_of_user on billing_documents (user_id);

-- Changes to public data, by transaction, for processes that cache responses. A process asks for the changes that its last
-- snapshot could not see. Rows are only added, so writers never wait for each other.
create table catalog_changes (
  xid xid8 not null default pg_current_xact_id(),
  -- A cache tag, such as a product's id, `everything` or `searches`.
  subject text collate "C" not null,
  noted_at timestamptz not null default clock_timestamp()
);
create index catalog_changes_by_transaction on catalog_changes (xid);

-- The version of the catalogue, by which counts are cached. A transaction that changes lists raises it once, at its end,
-- so that no one waits for its lock. New, removed and moved products also raise `shelf_version`, which total counts follow.
create table catalog_version (
  version bigint not null,
  shelf_version bigint not null,
  only_one boolean not null default true,
  -- Processes cache the categories of a version.
  categories_version bigint not null default 1,
  -- Counts by option follow a version of their own, so that a sale does not raise the catalogue's.
  options_version bigint not null default 1,
  -- Processes cache the automatic discounts of a version.
  discounts_version bigint not null default 1,
  -- The time up to which starts and ends of discounts have been noted in `catalog_changes`.
  discounts_noted_at timestamptz not null default now(),
  constraint catalog_version_pkey primary key (only_one),
  constraint catalog_version_only_one_check check (only_one)
);

create table discounts (
  id object_id not null,
  name text not null,
  -- In capitals; null for an automatic discount.
  code text,
  kind text not null,
  -- Millionths.
  percent integer,
  amount cents,
  -- The goods that it applies to; with neither categories nor products, the whole order.
  categories text[] not null default '{}',
  products text[] not null default '{}',
  goods_from cents,
  units_from integer,
  -- Ids of the pricing rules; empty for everywhere.
  zones text[] not null default '{}',
  first_order boolean not null default false,
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses integer,
  max_uses_per_person integer,
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint discounts_pkey primary key (id),
  constraint discounts_code_key unique (code),
  constraint discounts_amount_check check (amount > 0),
  constraint discounts_check check ((kind = 'percent') = (percent is not null)
    and (kind = 'amount') = (amount is not null)),
  constraint discounts_check1 check (categories = '{}' or products = '{}'),
  constraint discounts_check2 check (kind <> 'shipping' or categories = '{}' and products = '{}'),
  constraint discounts_check3 check (ends_at > starts_at),
  constraint discounts_code_check check (code ~ '^[A-Z0-9-]{3,40}$'),
  constraint discounts_goods_from_check check (goods_from > 0),
  constraint discounts_kind_check check (kind in ('percent', 'amount', 'shipping')),
  constraint discounts_max_uses_check check (max_uses > 0),
  constraint discounts_max_uses_per_person_check check (max_uses_per_person > 0),
  constraint discounts_name_check check (length(name) between 1 and 60),
  constraint discounts_percent_check check (percent between 1 and 1000000),
  constraint discounts_units_from_check check (units_from > 1)
);

-- The owners of ended sessions, so that forms sent from them can be kept for that person.
create table ended_sessions (
  token_hash text not null,
  user_id object_id not null,
  ended_at timestamptz not null default now(),
  constraint ended_sessions_pkey primary key (token_hash)
);
create index ended_sessions_age on ended_sessions (ended_at);

-- The time up to which each list of the gateway has been read.
create table gateway_cursors (
  name text not null,
  seen_until timestamptz not null,
  constraint gateway_cursors_pkey primary key (name)
);

create table mails (
  id object_id not null,
  dedupe_key text,
  kind text not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  last_error text,
  failed_at timestamptz,
  sent_at timestamptz,
  constraint mails_pkey primary key (id),
  constraint mails_dedupe_key_key unique (dedupe_key)
);
create index mails_due on mails (due_at) where sent_at is null and failed_at is null;
create index mails_failed on mails (failed_at desc) where failed_at is not null;
create index mails_newest on mails (created_at desc, id desc);

-- The people a mail names: the customer it is sent to, and those a mail to the owner is about.
create table mail_people (
  mail_id object_id not null,
  user_id object_id not null,
  constraint mail_people_pkey primary key (mail_id, user_id)
);
create index mail_people_by_user on mail_people (user_id);
alter table mail_people
  add constraint mail_people_of_mail foreign key (mail_id) references mails (id) on delete cascade not valid;

-- The options of all products, under the name that was written first. Merged options are one to shoppers.
create table option_names (
  key text collate "C" not null,
  name text not null,
  merged_into text collate "C",
  constraint option_names_pkey primary key (key),
  constraint option_names_check check (merged_into <> key),
  constraint option_names_key_check check (length(key) between 1 and 200),
  constraint option_names_name_check check (length(name) between 1 and 40),
  constraint option_names_merged_into_fkey foreign key (merged_into) references option_names (key)
);
create index option_names_of_merged on option_names (merged_into) where merged_into is not null;

create table owner_notifications (
  id object_id not null,
  -- A notification is sent once, whoever reports it and however often.
  key text not null,
  -- One line with its link, and the contents of the mail; deleted once sent.
  contents jsonb,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  person_ids text[] not null default '{}',
  constraint owner_notifications_pkey primary key (id),
  constraint owner_notifications_key_key unique (key),
  constraint owner_notifications_check check ((contents is null) = (sent_at is not null))
);
create index owner_notifications_sent on owner_notifications (sent_at) where sent_at is not null;
create index owner_notifications_unsent on owner_notifications (created_at, id) where sent_at is null;

create table pictures (
  id object_id not null,
  key text not null,
  width integer not null,
  height integer not null,
  widths integer[] not null,
  placeholder text not null,
  created_at timestamptz not null default now(),
  constraint pictures_pkey primary key (id),
  constraint pictures_key_key unique (key),
  constraint pictures_height_check check (height > 0),
  constraint pictures_key_check check (key ~ '^[0-9a-zA-Z_-]{16,64}$'),
  constraint pictures_width_check check (width > 0),
  constraint pictures_widths_check check (cardinality(widths) > 0)
);

-- Products refer to a category by its key, which never changes. The keys of the first six are their first names.
create table categories (
  id object_id not null,
  key text not null,
  name text not null,
  slug text not null,
  "position" integer not null,
  body text not null default '',
  picture_id object_id,
  -- Whether some products are still found by its former name.
  words_outdated boolean not null default false,
  -- The category that takes over the products and addresses of a deleted one.
  successor text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint categories_pkey primary key (id),
  constraint categories_key_key unique (key),
  constraint categories_body_check check (length(body) <= 10000),
  constraint categories_check check (successor is null or deleted_at is not null),
  constraint categories_key_check check (length(key) between 1 and 60),
  constraint categories_name_check check (length(name) between 1 and 60),
  constraint categories_slug_check check (length(slug) between 1 and 80),
  constraint categories_picture_id_fkey foreign key (picture_id) references pictures (id),
  constraint categories_successor_fkey foreign key (successor) references categories (key)
);
create unique index categories_by_name on categories (lower(name)) where deleted_at is null;
create unique index categories_by_slug on categories (slug) where deleted_at is null;

-- Names and slugs that a category has had, in lower case; their addresses lead to it.
create table former_category_names (
  name text not null,
  category_id object_id not null,
  constraint former_category_names_pkey primary key (name),
  constraint former_category_names_name_check check (length(name) between 1 and 80),
  constraint former_category_names_category_id_fkey foreign key (category_id) references categories (id)
);

-- The searches of shoppers that find products; counted, without who searched.
create table popular_searches (
  keyword text collate "C" not null,
  score double precision not null,
  times integer not null default 1,
  searched_at timestamptz not null,
  clients integer not null default 0,
  -- Set if staff do not want it to be shown.
  blocked_at timestamptz,
  constraint popular_searches_pkey primary key (keyword),
  constraint popular_searches_clients_check check (clients >= 0),
  constraint popular_searches_keyword_check check (length(keyword) between 1 and 200),
  constraint popular_searches_times_check check (times > 0)
);
create index popular_searches_by_score on popular_searches (score desc) where clients >= 5 and blocked_at is null;
create index popular_searches_oldest on popular_searches (searched_at);

-- Keyed hashes of the addresses that searched, and the day of each one's last search.
create table popular_search_clients (
  keyword text collate "C" not null,
  client text collate "C" not null,
  searched_on date not null,
  constraint popular_search_clients_pkey primary key (keyword, client),
  constraint popular_search_clients_client_check check (length(client) <= 40),
  constraint popular_search_clients_keyword_fkey foreign key (keyword) references popular_searches (keyword)
    on delete cascade
);
create index popular_search_clients_of_day on popular_search_clients (client, searched_on);
create index popular_search_clients_oldest on popular_search_clients (searched_on, keyword, client);

create table products (
  id object_id not null,
  name text not null,
  category text not null,
  price cents not null,
  stock integer not null default 0,
  num_reviews integer not null default 0,
  rating_halves integer not null default 0,
  rating double precision not null generated always as (
    case when num_reviews = 0 then 0 else rating_halves / 2.0 / num_reviews end) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  name_words tsvector not null generated always as (strip(to_tsvector('names'::regconfig, search_text(name)))) stored,
  words tsvector not null default '',
  compare_at_price cents,
  prior_price cents,
  highest_price cents not null,
  options jsonb not null default '[]',
  has_options boolean generated always as (options <> '[]') stored,
  -- Tags such as `size=42` of the variants that have units.
  option_tags text[] collate "C" not null default '{}',
  is_draft boolean not null default false,
  -- The first moment at which the product is public, and the first at which it no longer is.
  published_from timestamptz,
  published_until timestamptz,
  -- Kept by `update_publication`: whether shoppers may see the product, whether they ever could, and when that changes next.
  is_public boolean not null default true,
  was_public boolean not null default true,
  publication_changes_at timestamptz,
  tax_class text not null default 'standard',
  constraint products_pkey primary key (id),
  constraint products_are_published_for_a_time check (published_until > published_from),
  constraint products_are_reduced check (compare_at_price > price),
  constraint products_compare_at_price_check check (compare_at_price <= 99999999),
  constraint products_have_a_tax_class check (length(tax_class) between 1 and 40),
  constraint products_have_options check (are_options(options)),
  constraint products_name_check check (length(name) between 1 and 200),
  constraint products_num_reviews_check check (num_reviews >= 0),
  constraint products_on_sale_have_prior_prices check (prior_price is null or compare_at_price is not null),
  constraint products_price_check check (price between 1 and 99999999),
  constraint products_rating_halves_check check (rating_halves >= 0),
  constraint products_stock_check check (stock >= 0),
  constraint products_have_categories foreign key (category) references categories (key)
);
create index hidden_products_newest on products (created_at desc, id desc) where not is_public and deleted_at is null;
create index products_by_price on products (price, id) include (rating) where deleted_at is null;
create index products_by_publication_change on products (publication_changes_at)
  where publication_changes_at is not null;
create index products_by_rating on products (rating desc, num_reviews desc, id desc) where deleted_at is null;
create index products_deleted on products (deleted_at) where deleted_at is not null;
create index products_newest on products (created_at desc, id desc) where deleted_at is null;
create index products_newest_of_category on products (category, created_at desc, id desc) where deleted_at is null;
create index products_of_category_by_price on products (category, price, id) include (rating) where deleted_at is null;
create index public_products_best_rated on products (rating desc, num_reviews desc, id desc) where is_public
  and num_reviews >= 3;
create index public_products_by_covering_price_range on products using gist (int4range(price, highest_price))
  include (category, price, highest_price, rating, id) where is_public and highest_price > price;
create index public_products_by_highest_price on products (highest_price, id) include (rating) where is_public;
create index public_products_by_name_words on products using gin (name_words) with (fastupdate=off) where is_public;
create index public_products_by_option on products using gin (option_tags) with (fastupdate=off) where is_public
  and option_tags <> '{}';
create index public_products_by_price on products (price, id) include (rating) where is_public;
create index public_products_by_rating on products (rating desc, num_reviews desc, id desc) where is_public;
create index public_products_by_spread_and_highest_price
  on products (price_spread(price, highest_price), highest_price, id) include (price, rating) where is_public
  and highest_price > price;
create index public_products_by_spread_and_price on products (price_spread(price, highest_price), price, id)
  include (highest_price, rating) where is_public and highest_price > price;
create index public_products_by_words on products using gin (words) with (fastupdate=off) where is_public;
create index public_products_counted_by_spread on products (price_spread(price, highest_price), price, highest_price)
  where is_public and highest_price > price;
create index public_products_newest on products (created_at desc, id desc) where is_public;
create index public_products_newest_of_category on products (category, created_at desc, id desc) where is_public;
create index public_products_of_category on products (category) where is_public;
create index public_products_of_category_by_highest_price on products (category, highest_price, id) include (rating)
  where is_public;
create index public_products_of_category_by_price on products (category, price, id) include (rating) where is_public;
create index public_products_of_category_by_spread_and_highest_price
  on products (category, price_spread(price, highest_price), highest_price, id) include (price, rating)
  where is_public and highest_price > price;
create index public_products_of_category_by_spread_and_price
  on products (category, price_spread(price, highest_price), price, id) include (highest_price, rating)
  where is_public and highest_price > price;
create index public_products_of_category_counted_by_spread
  on products (category, price_spread(price, highest_price), price, highest_price) where is_public
  and highest_price > price;
create index public_products_with_options on products (created_at desc, id desc) where is_public and has_options;
create index public_products_with_options_of_category on products (category, created_at desc, id desc)
  where is_public and has_options;

-- Products that went from a deleted category to its successor, until that can no longer be undone.
create table category_moves (
  category text not null,
  product_id object_id not null,
  moved_to text not null,
  constraint category_moves_pkey primary key (category, product_id),
  constraint category_moves_category_fkey foreign key (category) references categories (key),
  constraint category_moves_moved_to_fkey foreign key (moved_to) references categories (key),
  constraint category_moves_product_id_fkey foreign key (product_id) references products (id) on delete cascade
);
create index category_moves_of_product on category_moves (product_id);

-- Paths, without percent encoding, that products had in the shop they were imported from; they lead to the product.
create table former_product_addresses (
  path text collate "C" not null,
  product_id object_id not null,
  constraint former_product_addresses_pkey primary key (path),
  constraint former_product_addresses_path_check check (path ~ '^/products?/[^/]+$' and length(path) <= 600),
  constraint former_product_addresses_product_id_fkey foreign key (product_id) references products (id)
    on delete cascade
);
create index former_addresses_of_product on former_product_addresses (product_id);

-- Apart from the products, so that lists read short rows.
create table product_descriptions (
  product_id object_id not null,
  description text not null,
  facts jsonb not null default '{}',
  constraint product_descriptions_pkey primary key (product_id),
  constraint product_descriptions_description_check check (length(description) between 1 and 10000),
  constraint product_descriptions_have_facts check (are_facts(facts)),
  constraint product_descriptions_product_id_fkey foreign key (product_id) references products (id) on delete cascade
);

create table product_images (
  id object_id not null,
  product_id object_id not null,
  picture_id object_id not null,
  "position" integer not null,
  alt text not null default '',
  constraint product_images_pkey primary key (id),
  constraint product_images_product_id_position_key unique (product_id, "position") deferrable initially deferred,
  constraint product_images_alt_check check (length(alt) <= 300),
  constraint product_images_position_check check ("position" >= 0),
  constraint product_images_picture_id_fkey foreign key (picture_id) references pictures (id),
  constraint product_images_product_id_fkey foreign key (product_id) references products (id) on delete cascade
);
create index product_images_of_picture on product_images (picture_id);

-- The shape is required by rate-limiter-flexible; `expire` is in milliseconds since 1970.
create table rate_limits (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey primary key (key)
);
create index rate_limits_expired on rate_limits (expire);

-- Permissions are words of the code (app/domain/accounts/permission.ts); an unknown word permits nothing. The first role is
-- the owner's, which permits everything and never changes.
create table roles (
  id object_id not null,
  name text not null,
  permissions text[] not null default '{}',
  -- The most that may be refunded of one order, and on one day, without confirmation; null for no limit.
  refund_limit_of_order cents,
  refund_limit_of_day cents,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint roles_pkey primary key (id),
  constraint roles_name_check check (length(name) between 1 and 60),
  constraint roles_refund_limit_of_day_check check (refund_limit_of_day::integer >= 0),
  constraint roles_refund_limit_of_order_check check (refund_limit_of_order::integer >= 0)
);
create unique index roles_by_name on roles (lower(name));

-- Totals of orders by day. Each change of an order adds a row with the difference, so that no order waits for another; a
-- periodic job merges the rows of a day.
create table sales_by_day (
  day date not null,
  orders integer not null,
  total bigint not null,
  refunded bigint not null
);
create index sales_by_day_newest on sales_by_day (day desc);

create table sandbox_intents (
  id text not null,
  idempotency_key text not null,
  client_secret text not null,
  amount cents not null,
  currency text not null,
  status text not null default 'requires_payment_method',
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sandbox_intents_pkey primary key (id),
  constraint sandbox_intents_client_secret_key unique (client_secret),
  constraint sandbox_intents_idempotency_key_key unique (idempotency_key),
  constraint sandbox_intents_amount_check check (amount > 0),
  constraint sandbox_intents_status_check check (status in ('requires_payment_method', 'requires_action', 'succeeded',
    'canceled'))
);

create table sandbox_refunds (
  id text not null,
  intent_id text not null,
  idempotency_key text not null,
  amount cents not null,
  created_at timestamptz not null default now(),
  constraint sandbox_refunds_pkey primary key (id),
  constraint sandbox_refunds_idempotency_key_key unique (idempotency_key),
  constraint sandbox_refunds_amount_check check (amount > 0),
  constraint sandbox_refunds_intent_id_fkey foreign key (intent_id) references sandbox_intents (id)
);
create index sandbox_refunds_of_intent on sandbox_refunds (intent_id);

-- The last product that has been reindexed; a background job does a few hundred at a time.
create table search_reindexing (
  after_id text not null,
  only_one boolean not null default true,
  constraint search_reindexing_pkey primary key (only_one),
  constraint search_reindexing_only_one_check check (only_one)
);

-- The vocabulary of the catalogue, for corrections of typing mistakes. A word may outlive its products.
create table search_words (
  word text collate "C" not null,
  stem text collate "C" generated always as (search_stem(word)) stored,
  -- Roughly how often it is written, in names ten times as much, to choose between two words that are equally near.
  weight integer not null default 1,
  near text[] collate "C" generated always as (one_letter_less(word)) stored,
  constraint search_words_pkey primary key (word)
);
create index search_words_alike on search_words using gin (word gin_trgm_ops) with (fastupdate=off);
create index search_words_by_stem on search_words (stem);
create index search_words_near on search_words using gin (near) with (fastupdate=off);

-- A row marks a restored copy, which sends no mail and touches no payment until it is made live.
create table standby (
  one boolean not null default true,
  since timestamptz not null default now(),
  backup_made_at timestamptz not null,
  constraint standby_pkey primary key (one),
  constraint standby_one_check check (one)
);

create table users (
  id object_id not null,
  name text not null,
  email text not null,
  password_hash text not null,
  role text not null default 'user',
  avatar_picture_id object_id,
  shipping_info jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  erased_at timestamptz,
  -- Guests have no password, and their email address is not proven.
  is_guest boolean not null default false,
  constraint users_pkey primary key (id),
  constraint users_email_check check (length(email) between 3 and 254),
  constraint users_name_check check (length(name) between 1 and 100),
  constraint users_role_check check (role in ('user', 'admin')),
  constraint users_shipping_info_check check (jsonb_typeof(shipping_info) = 'object'),
  constraint users_avatar_picture_id_fkey foreign key (avatar_picture_id) references pictures (id)
);
create index users_avatar on users (avatar_picture_id) where avatar_picture_id is not null;
create index users_deleted on users (deleted_at) where deleted_at is not null and erased_at is null;
create index users_email_of_guests on users (lower(email)) where is_guest and erased_at is null;
create unique index users_email_of_members on users (lower(email)) where deleted_at is null and not is_guest;
create index users_erased on users (id) where erased_at is not null;
create index users_newest_members on users (created_at desc, id desc) where deleted_at is null and not is_guest;

create table audit_log (
  id bigint not null generated always as identity,
  at timestamptz not null default now(),
  actor_id object_id,
  actor_name text not null,
  action text not null,
  subject_kind text not null,
  subject_id object_id not null,
  before jsonb,
  after jsonb,
  person_id object_id,
  personal_before jsonb,
  personal_after jsonb,
  address text,
  session_id text,
  request_id text,
  constraint audit_log_pkey primary key (id),
  constraint audit_log_origin_is_short check (length(address) <= 60 and length(session_id) <= 24
    and length(request_id) <= 60),
  constraint audit_log_subject_kind_check check (subject_kind in ('product', 'order', 'user', 'review', 'payment',
    'mail', 'page', 'settings', 'category', 'discount', 'role', 'invitation', 'access', 'export', 'audit')),
  constraint audit_log_actor_id_fkey foreign key (actor_id) references users (id)
);
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_of_actor on audit_log (actor_id, id desc);
create index audit_log_of_address on audit_log (address, at desc, id desc) where address is not null;
create index audit_log_of_person on audit_log (person_id) where person_id is not null;
create index audit_log_of_refunds on audit_log (at desc, id desc)
  where action in ('order.refund', 'order.cancel', 'order.withdraw', 'order.propose-refund', 'order.decline-refund',
  'order.refund-elsewhere', 'order.fail-refund', 'payment.reject', 'payment.refund', 'payment.fail-refund');
create index audit_log_of_session on audit_log (session_id, at desc, id desc) where session_id is not null;
create index audit_log_of_subject on audit_log (subject_kind, subject_id, id desc);

-- The secret is encrypted; its first part names the key.
create table authenticator_apps (
  user_id object_id not null,
  secret text not null,
  -- The 30-second step, counted from 1970, of the last accepted code; that code and earlier ones are refused.
  last_step integer not null,
  created_at timestamptz not null,
  constraint authenticator_apps_pkey primary key (user_id),
  constraint authenticator_apps_secret_check check (length(secret) <= 200),
  constraint authenticator_apps_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);

create table checkouts (
  id object_id not null,
  user_id object_id not null,
  status text not null default 'held',
  shipping_info jsonb not null,
  item_price cents not null,
  tax_price cents not null,
  shipping_price cents not null,
  total_price cents not null,
  source text not null default 'page',
  created_at timestamptz not null default now(),
  hold_expires_at timestamptz not null,
  closed_at timestamptz,
  -- The address from which a hold was started, for the limit of holds per address.
  client_address text,
  currency text not null,
  discount_price cents not null default 0,
  shipping_method jsonb,
  shipping_taxes jsonb not null default '[]',
  discounts jsonb not null default '[]',
  constraint checkouts_pkey primary key (id),
  constraint checkouts_add_up check ((item_price - discount_price + shipping_price + tax_price) = total_price),
  constraint checkouts_agree_on_lists check ((shipping_method is null or jsonb_typeof(shipping_method) = 'object')
    and jsonb_typeof(shipping_taxes) = 'array' and jsonb_typeof(discounts) = 'array'),
  constraint checkouts_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint checkouts_shipping_info_check check (jsonb_typeof(shipping_info) = 'object'),
  constraint checkouts_source_check check (source in ('page', 'api')),
  constraint checkouts_status_check check (status in ('held', 'completed', 'released', 'refunded')),
  constraint checkouts_total_price_check check (total_price = 0 or total_price between 50 and 99999999),
  constraint checkouts_user_id_fkey foreign key (user_id) references users (id)
);
create index checkouts_held on checkouts (hold_expires_at) where status = 'held';
create index checkouts_of_address on checkouts (client_address, created_at desc) where client_address is not null;
create index checkouts_of_user on checkouts (user_id, created_at desc);
create unique index checkouts_one_held_per_user on checkouts (user_id) where status = 'held';
create index checkouts_released on checkouts (closed_at) where status = 'released';

-- One row for each discount of a checkout that is held or completed; deleted when the units go back.
create table discount_uses (
  checkout_id object_id not null,
  discount_id object_id not null,
  -- A person is an account and an email address, of which only the hash is kept.
  user_id object_id not null,
  email_hash text not null,
  -- True for a payment that arrived when no use was left: the order stands, and the use does not count.
  is_beyond_limit boolean not null default false,
  created_at timestamptz not null default now(),
  constraint discount_uses_pkey primary key (checkout_id, discount_id),
  constraint discount_uses_checkout_id_fkey foreign key (checkout_id) references checkouts (id) on delete cascade,
  constraint discount_uses_discount_id_fkey foreign key (discount_id) references discounts (id),
  constraint discount_uses_user_id_fkey foreign key (user_id) references users (id)
);
create index discount_uses_of_account on discount_uses (discount_id, user_id);
create index discount_uses_of_email on discount_uses (discount_id, email_hash);
create index discount_uses_of_user on discount_uses (user_id);

-- Forms that were sent after their session had ended, kept for half an hour for the same person.
create table drafts (
  id text not null,
  user_id object_id not null,
  path text not null,
  reply text not null,
  created_at timestamptz not null,
  constraint drafts_pkey primary key (id),
  constraint drafts_answer_check check (length(reply) <= 65536),
  constraint drafts_path_check check (length(path) <= 300),
  constraint drafts_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index drafts_age on drafts (created_at);
create index drafts_of_user on drafts (user_id, created_at desc);

-- Forms whose work has been done, so that a form sent twice does it once; deleted after a day. The key combines the form's
-- random key, its sender, its address and its fields.
create table form_submissions (
  key text not null,
  user_id object_id not null,
  created_at timestamptz not null,
  constraint form_submissions_pkey primary key (key),
  constraint form_submissions_key_check check (length(key) = 43),
  constraint form_submissions_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index form_submissions_age on form_submissions (created_at);
create index form_submissions_of_user on form_submissions (user_id);

-- Links that prove that an email address belongs to a member, whose guest orders then join the account.
create table order_claims (
  token_hash text not null,
  user_id object_id not null,
  email text not null,
  expires_at timestamptz not null,
  constraint order_claims_pkey primary key (token_hash),
  constraint order_claims_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index order_claims_of_user on order_claims (user_id);

create table orders (
  id object_id not null,
  user_id object_id not null,
  user_name text not null,
  user_email text not null,
  checkout_id object_id,
  payment_intent_id text not null,
  payment_status text not null,
  status text not null default 'Processing',
  shipping_info jsonb not null,
  item_price cents not null,
  tax_price cents not null,
  shipping_price cents not null,
  total_price cents not null,
  refunded_amount cents not null default 0,
  tracking_number text,
  created_at timestamptz not null default now(),
  shipped_at timestamptz,
  delivered_at timestamptz,
  cancelled_at timestamptz,
  deleted_at timestamptz,
  -- The reason that the shop told the customer; null if the customer cancelled.
  cancellation_reason text,
  currency text not null,
  discount_price cents not null default 0,
  shipping_method jsonb,
  shipping_taxes jsonb not null default '[]',
  discounts jsonb not null default '[]',
  number integer default nextval('order_numbers'::regclass),
  -- The name of the carrier in the settings.
  carrier text,
  constraint orders_pkey primary key (id),
  constraint orders_checkout_id_key unique (checkout_id),
  constraint orders_payment_intent_id_key unique (payment_intent_id),
  constraint orders_add_up check ((item_price - discount_price + shipping_price + tax_price) = total_price),
  constraint orders_agree_on_lists check ((shipping_method is null or jsonb_typeof(shipping_method) = 'object')
    and jsonb_typeof(shipping_taxes) = 'array' and jsonb_typeof(discounts) = 'array'),
  constraint orders_check1 check (refunded_amount <= total_price),
  constraint orders_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint orders_have_a_number check (number > 0 and number is not null),
  constraint orders_payment_status_check check (payment_status in ('succeeded', 'refunded')),
  constraint orders_shipping_info_check check (jsonb_typeof(shipping_info) = 'object'),
  constraint orders_status_check check (status in ('Processing', 'Shipped', 'Delivered', 'Cancelled')),
  constraint orders_total_price_check check (total_price = 0 or total_price between 50 and 99999999),
  constraint orders_checkout_id_fkey foreign key (checkout_id) references checkouts (id),
  constraint orders_user_id_fkey foreign key (user_id) references users (id)
);
create unique index orders_by_number on orders (number);
create index orders_by_text on orders using gin (
  (id || chr(10) || user_name || chr(10) || user_email || chr(10) || coalesce(tracking_number, '')) gin_trgm_ops) with (fastupdate=off);
create index orders_newest on orders (created_at desc, id desc) where deleted_at is null;
create index orders_of_anybody on orders (user_id);
create index orders_of_user on orders (user_id, created_at desc, id desc) where deleted_at is null;
create index orders_refunded_unsent on orders (id) where status = 'Processing' and payment_status = 'refunded';
create index orders_to_pack on orders (created_at, id) where status = 'Processing' and payment_status = 'succeeded'
  and deleted_at is null;
alter sequence order_numbers owned by orders.number;

-- Orders that may lack documents, for a job, so that no request waits for a number.
create table billing_document_requests (
  order_id object_id not null,
  requested_at timestamptz not null default now(),
  constraint billing_document_requests_pkey primary key (order_id),
  constraint billing_document_requests_order_id_fkey foreign key (order_id) references orders (id) on delete cascade
);
create index billing_document_requests_by_date on billing_document_requests (requested_at, order_id);

create table order_lines (
  id object_id not null,
  order_id object_id not null,
  "position" integer not null,
  product_id object_id not null,
  name text not null,
  price cents not null,
  quantity integer not null,
  returned_quantity integer not null default 0,
  picture_id object_id,
  written_off_quantity integer not null default 0,
  -- The units in the parcel, written when the order is shipped, because units may be returned later.
  sent_quantity integer,
  adjustments jsonb not null default '[]',
  taxes jsonb not null,
  variant_id object_id not null,
  withdrawal_exemption text,
  constraint order_lines_pkey primary key (id),
  constraint order_lines_order_id_position_key unique (order_id, "position"),
  constraint order_lines_adjustments_check check (jsonb_typeof(adjustments) = 'array'),
  constraint order_lines_check check (returned_quantity >= 0 and returned_quantity <= quantity),
  constraint order_lines_check1 check (sent_quantity >= 0 and sent_quantity <= quantity),
  constraint order_lines_quantity_check check (quantity > 0),
  constraint order_lines_taxes_check check (jsonb_typeof(taxes) = 'array'),
  constraint order_lines_units_go_back_once check ((returned_quantity + written_off_quantity) <= quantity),
  constraint order_lines_written_off_quantity_check check (written_off_quantity >= 0),
  constraint order_lines_order_id_fkey foreign key (order_id) references orders (id) on delete cascade,
  constraint order_lines_picture_id_fkey foreign key (picture_id) references pictures (id)
);
create index order_lines_by_name on order_lines using gin (name gin_trgm_ops) with (fastupdate=off);
create index order_lines_of_picture on order_lines (picture_id) where picture_id is not null;
create index order_lines_of_product on order_lines (product_id);

-- Links in mails that open a guest's order. The mail has the token, the table only its SHA-256.
create table order_links (
  token_hash text not null,
  order_id object_id not null,
  created_at timestamptz not null default now(),
  constraint order_links_pkey primary key (token_hash),
  constraint order_links_order_id_fkey foreign key (order_id) references orders (id) on delete cascade
);
create index order_links_of_order on order_links (order_id);

create table order_notes (
  id object_id not null,
  order_id object_id not null,
  author_id object_id not null,
  author_name text not null,
  text text not null,
  created_at timestamptz not null default now(),
  constraint order_notes_pkey primary key (id),
  constraint order_notes_text_check check (length(text) between 1 and 2000),
  constraint order_notes_author_id_fkey foreign key (author_id) references users (id),
  constraint order_notes_order_id_fkey foreign key (order_id) references orders (id) on delete cascade
);
create index order_notes_of_author on order_notes (author_id);
create index order_notes_of_order on order_notes (order_id, created_at);

-- The versions of the pages that staff have edited. The text of a page without a version is in the code.
create table page_versions (
  id object_id not null,
  page text not null,
  version integer not null,
  title text not null,
  body text not null,
  -- The version whose text was restored, or 0 for the text in the code.
  restored_from integer,
  author_id object_id not null,
  author_name text not null,
  created_at timestamptz not null default now(),
  constraint page_versions_pkey primary key (id),
  constraint page_versions_page_version_key unique (page, version),
  constraint page_versions_body_check check (length(body) between 1 and 20000),
  constraint page_versions_page_check check (page ~ '^[a-z-]{1,40}$'),
  constraint page_versions_title_check check (length(title) between 1 and 100),
  constraint page_versions_version_check check (version > 0),
  constraint page_versions_author_id_fkey foreign key (author_id) references users (id)
);
create index page_versions_of_author on page_versions (author_id);

-- What a browser has to sign with a passkey, once.
create table passkey_challenges (
  challenge_hash text not null,
  -- The account that adds a passkey; null for a sign-in.
  user_id object_id,
  expires_at timestamptz not null,
  constraint passkey_challenges_pkey primary key (challenge_hash),
  constraint passkey_challenges_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
create index passkey_challenges_of_user on passkey_challenges (user_id);

create table passkeys (
  id object_id not null,
  user_id object_id not null,
  -- In base64url, as browsers send it; at most 1,023 bytes.
  credential_id text not null,
  -- A COSE key.
  public_key bytea not null,
  -- The authenticator's last count; 0 if it does not count.
  sign_counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_pkey primary key (id),
  constraint passkeys_credential_id_key unique (credential_id),
  constraint passkeys_credential_id_check check (length(credential_id) <= 1364),
  constraint passkeys_name_check check (length(name) <= 60),
  constraint passkeys_public_key_check check (length(public_key) <= 2048),
  constraint passkeys_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index passkeys_of_user on passkeys (user_id);

create table password_resets (
  token_hash text not null,
  user_id object_id not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint password_resets_pkey primary key (token_hash),
  constraint password_resets_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index password_resets_of_user on password_resets (user_id);

-- Unusual findings of reconciliation and webhooks; open until `resolved_at`.
create table payment_incidents (
  id object_id not null,
  kind text not null,
  payment_intent_id text,
  checkout_id object_id,
  order_id object_id,
  user_id object_id,
  detail text not null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  -- The last occurrence that was noted, such as the gateway's id of a refund, so that a resolved one is not opened again.
  occurrence text,
  constraint payment_incidents_pkey primary key (id),
  constraint payment_incidents_kind_payment_intent_id_key unique (kind, payment_intent_id),
  constraint payment_incidents_checkout_id_fkey foreign key (checkout_id) references checkouts (id),
  constraint payment_incidents_order_id_fkey foreign key (order_id) references orders (id),
  constraint payment_incidents_user_id_fkey foreign key (user_id) references users (id)
);
create index payment_incidents_newest on payment_incidents (created_at desc);
create index payment_incidents_of_checkout on payment_incidents (checkout_id) where checkout_id is not null;
create index payment_incidents_of_user on payment_incidents (user_id, created_at desc);
create index payment_incidents_open on payment_incidents (created_at) where resolved_at is null;

create table payments (
  id object_id not null,
  user_id object_id not null,
  -- Null until a client of the API has said what it pays for.
  checkout_id object_id,
  kind text not null,
  amount cents not null,
  status text not null default 'open',
  -- The gateway's id of the intent or the hosted page; null until it has answered.
  gateway_id text,
  -- The intent that moved the money; a hosted page makes one of its own.
  intent_id text,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  -- When the gateway was last asked about an open payment; the one that has waited longest is asked first.
  last_polled_at timestamptz,
  -- Set while the shop cancels a payment, so that the gateway's report of it is expected.
  cancelling_since timestamptz,
  -- Declined cards; a guest's payment ends at the fifth.
  declines integer not null default 0,
  -- The gateway's charges whose declines are counted, so that a repeated event counts once.
  declined_charges text[] not null default '{}',
  constraint payments_pkey primary key (id),
  constraint payments_gateway_id_key unique (gateway_id),
  constraint payments_intent_id_key unique (intent_id),
  constraint payments_amount_check check (amount > 0),
  constraint payments_check check ((status = 'succeeded') = (intent_id is not null)),
  constraint payments_check1 check ((status = 'open') = (closed_at is null)),
  constraint payments_kind_check check (kind in ('intent', 'hosted')),
  constraint payments_status_check check (status in ('open', 'cancelled', 'succeeded')),
  constraint payments_checkout_id_fkey foreign key (checkout_id) references checkouts (id),
  constraint payments_user_id_fkey foreign key (user_id) references users (id)
);
create index payments_cancelled_without_checkout on payments (closed_at) where status = 'cancelled'
  and checkout_id is null;
create index payments_of_checkout on payments (checkout_id);
create index payments_of_user on payments (user_id, created_at desc);
create unique index payments_one_open_per_checkout on payments (checkout_id) where status = 'open';
create index payments_open on payments (created_at) where status = 'open';

-- Sign-ins with the right password whose second step is to come.
create table pending_sign_ins (
  token_hash text not null,
  user_id object_id not null,
  expires_at timestamptz not null,
  first_factor text not null default 'password',
  constraint pending_sign_ins_pkey primary key (token_hash),
  constraint pending_sign_ins_first_factor_check check (first_factor in ('password', 'link')),
  constraint pending_sign_ins_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index pending_sign_ins_of_user on pending_sign_ins (user_id);

-- The versions of the shipping and tax rules. The newest counts; without one, the default in the code.
create table pricing_versions (
  version integer not null,
  id object_id not null,
  rules jsonb not null,
  author_id object_id not null,
  created_at timestamptz not null default now(),
  constraint pricing_versions_pkey primary key (version),
  constraint pricing_versions_id_key unique (id),
  constraint pricing_versions_rules_check check (jsonb_typeof(rules) = 'object'),
  constraint pricing_versions_version_check check (version > 0),
  constraint pricing_versions_author_id_fkey foreign key (author_id) references users (id)
);
create index pricing_versions_of_author on pricing_versions (author_id);

-- Imported CSV files: checked first, then written row by row.
create table product_imports (
  id object_id not null,
  file_name text not null,
  author_id object_id not null,
  status text not null default 'checked',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  source text not null default 'Counter',
  choices jsonb not null default '{}',
  mapping jsonb,
  new_categories jsonb not null default '[]',
  rows_read integer not null default 0,
  problem text not null default '',
  constraint product_imports_pkey primary key (id),
  constraint product_imports_source_check check (length(source) <= 40),
  constraint product_imports_status_check check (status in ('arriving', 'reading', 'refused', 'checked', 'running',
    'done')),
  constraint product_imports_author_id_fkey foreign key (author_id) references users (id)
);
create index product_imports_newest on product_imports (created_at desc);
create index product_imports_of_author on product_imports (author_id);

create table product_import_files (
  import_id object_id not null,
  kind text not null,
  part integer not null,
  bytes bytea not null,
  constraint product_import_files_pkey primary key (import_id, kind, part),
  constraint product_import_files_bytes_check check (length(bytes) <= 4194304),
  constraint product_import_files_kind_check check (kind in ('table', 'pictures')),
  constraint product_import_files_import_id_fkey foreign key (import_id) references product_imports (id)
    on delete cascade
);

create table product_import_pictures (
  import_id object_id not null,
  product_id object_id not null,
  "position" integer not null,
  -- The first line of the product in the file.
  line integer not null,
  address text not null,
  -- The options and values of the variants that it shows.
  variants jsonb not null default '[]',
  status text not null default 'waiting',
  constraint product_import_pictures_pkey primary key (import_id, product_id, "position"),
  constraint product_import_pictures_address_check check (length(address) <= 2000),
  constraint product_import_pictures_status_check check (status in ('waiting', 'stored', 'failed')),
  constraint product_import_pictures_import_id_fkey foreign key (import_id) references product_imports (id)
    on delete cascade
);
create index product_import_pictures_waiting on product_import_pictures (import_id, product_id)
  where status = 'waiting';

create table product_import_rows (
  import_id object_id not null,
  -- As a spreadsheet counts: the heading is line 1.
  line integer not null,
  product_id object_id,
  name text not null,
  outcome text not null,
  -- The values to write, and those that they replace.
  fields jsonb,
  before jsonb,
  message text not null default '',
  -- A row is a variant; the rows of a product are imported together, under the line of the first.
  product_line integer not null,
  constraint product_import_rows_pkey primary key (import_id, line),
  constraint product_import_rows_outcome_check check (outcome in ('create', 'update', 'same', 'error', 'created',
    'updated', 'failed')),
  constraint product_import_rows_import_id_fkey foreign key (import_id) references product_imports (id)
    on delete cascade
);
create index product_import_rows_of_product on product_import_rows (import_id, product_line);

-- Hashes of the unused codes.
create table recovery_codes (
  user_id object_id not null,
  code_hash text not null,
  constraint recovery_codes_pkey primary key (user_id, code_hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);

-- Refunds beyond the limit of a role, until someone with the permission makes or declines them. Any other refund of the
-- order ends its requests.
create table refund_requests (
  id object_id not null,
  order_id object_id not null,
  amount cents not null,
  -- See RefundRequest in app/domain/orders/cancellation/refund-order.server.ts.
  request jsonb not null,
  requested_by object_id not null,
  created_at timestamptz not null default now(),
  constraint refund_requests_pkey primary key (id),
  constraint refund_requests_amount_check check (amount > 0),
  constraint refund_requests_request_check check (jsonb_typeof(request) = 'object'),
  constraint refund_requests_order_id_fkey foreign key (order_id) references orders (id),
  constraint refund_requests_requested_by_fkey foreign key (requested_by) references users (id)
);
create index refund_requests_of_actor on refund_requests (requested_by);
create index refund_requests_of_order on refund_requests (order_id);

-- Requested first and confirmed by the gateway later; `payment_id` is set if the payment became no order.
create table refunds (
  id object_id not null,
  order_id object_id,
  payment_intent_id text not null,
  amount cents not null,
  reason text,
  status text not null default 'requested',
  gateway_refund_id text,
  failure text,
  requested_by object_id,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  payment_id object_id,
  -- The gateway's errors so far; the next attempt needs a new idempotency key after each.
  refusals integer not null default 0,
  tries integer not null default 0,
  next_try_at timestamptz,
  rejection text,
  sold_out text[] not null default '{}',
  discontinued text[] not null default '{}',
  -- The units that were refunded, at their prices; null for an amount or for all that was left.
  units jsonb,
  -- The units that were written off; they are the customer's again if the refund fails.
  written_off jsonb,
  constraint refunds_pkey primary key (id),
  constraint refunds_gateway_refund_id_key unique (gateway_refund_id),
  constraint refunds_amount_check check (amount > 0),
  constraint refunds_belong check (order_id is not null or payment_id is not null),
  constraint refunds_have_a_reason check (reason is not null or rejection is not null),
  constraint refunds_refusals_check check (refusals >= 0),
  constraint refunds_rejection_check check (rejection in ('out-of-stock', 'amount-mismatch', 'duplicate', 'no-order',
    'not-shipped')),
  constraint refunds_status_check check (status in ('requested', 'succeeded', 'failed')),
  constraint refunds_tries_check check (tries >= 0),
  constraint refunds_order_id_fkey foreign key (order_id) references orders (id),
  constraint refunds_payment_id_fkey foreign key (payment_id) references payments (id),
  constraint refunds_requested_by_fkey foreign key (requested_by) references users (id)
);
create index refunds_of_actor on refunds (requested_by) where requested_by is not null;
create index refunds_of_order on refunds (order_id);
create index refunds_of_payment on refunds (payment_intent_id);
create index refunds_of_user_payment on refunds (payment_id) where payment_id is not null;
create unique index refunds_one_without_order on refunds (payment_id) where order_id is null;
create index refunds_open on refunds (created_at) where status = 'requested';
create index refunds_unfinished on refunds (status, created_at) where status <> 'succeeded';

-- Returns by law (withdrawals) and returns that the shop offers.
create table returns (
  id object_id not null,
  order_id object_id not null,
  kind text not null,
  status text not null default 'requested',
  -- As stated by the customer; emptied when the order is anonymized.
  name text not null,
  email text not null,
  reason text not null default '',
  -- The items meant, as described by a customer who was shown no list.
  items text not null default '',
  -- Why the shop declined it.
  refusal text,
  refund_id object_id,
  created_at timestamptz not null default now(),
  received_at timestamptz,
  closed_at timestamptz,
  constraint returns_pkey primary key (id),
  constraint returns_check check ((status in ('refunded', 'declined')) = (closed_at is not null)),
  constraint returns_check1 check ((status = 'declined') = (refusal is not null)),
  constraint returns_check2 check (kind = 'return' or status <> 'declined'),
  constraint returns_email_check check (length(email) <= 254),
  constraint returns_items_check check (length(items) <= 1000),
  constraint returns_kind_check check (kind in ('withdrawal', 'return')),
  constraint returns_name_check check (length(name) <= 100),
  constraint returns_reason_check check (length(reason) <= 1000),
  constraint returns_refusal_check check (length(refusal) between 1 and 300),
  constraint returns_status_check check (status in ('requested', 'received', 'refunded', 'declined')),
  constraint returns_order_id_fkey foreign key (order_id) references orders (id),
  constraint returns_refund_id_fkey foreign key (refund_id) references refunds (id)
);
create index returns_of_order on returns (order_id);
create index returns_of_refund on returns (refund_id) where refund_id is not null;
create index returns_open on returns (created_at, id) where closed_at is null;

create table return_lines (
  return_id object_id not null,
  order_line_id object_id not null,
  quantity integer not null,
  -- The units of a refunded return that went back to stock; the others are written off.
  restocked integer not null default 0,
  constraint return_lines_pkey primary key (return_id, order_line_id),
  constraint return_lines_check check (restocked >= 0 and restocked <= quantity),
  constraint return_lines_quantity_check check (quantity > 0),
  constraint return_lines_order_line_id_fkey foreign key (order_line_id) references order_lines (id),
  constraint return_lines_return_id_fkey foreign key (return_id) references returns (id) on delete cascade
);
create index return_lines_of_line on return_lines (order_line_id);

create table reviews (
  id object_id not null,
  product_id object_id not null,
  user_id object_id not null,
  name text not null,
  rating_halves smallint not null,
  comment text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint reviews_pkey primary key (id),
  constraint reviews_comment_check check (length(comment) between 1 and 2000),
  constraint reviews_rating_halves_check check (rating_halves between 1 and 10),
  constraint reviews_product_id_fkey foreign key (product_id) references products (id) on delete cascade,
  constraint reviews_user_id_fkey foreign key (user_id) references users (id)
);
create index reviews_deleted on reviews (deleted_at) where deleted_at is not null;
create index reviews_newest on reviews (created_at desc, id desc) where deleted_at is null;
create index reviews_newest_of_product on reviews (product_id, created_at desc, id desc) where deleted_at is null;
create index reviews_of_anybody on reviews (user_id);
create index reviews_of_user on reviews (user_id) where deleted_at is null;
create unique index reviews_one_per_user_and_product on reviews (product_id, user_id) where deleted_at is null;

-- The cookie has the session's secret, the table only its SHA-256.
create table sessions (
  id object_id not null,
  token_hash text not null,
  user_id object_id not null,
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- The id in the browser's device cookie; signing in again on a device replaces its session.
  device_id text,
  -- The factors that were proven when the session began.
  factors text[] not null default '{password}',
  constraint sessions_pkey primary key (id),
  constraint sessions_token_hash_key unique (token_hash),
  constraint sessions_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index sessions_of_user on sessions (user_id, last_seen_at desc);
create index sessions_started on sessions (created_at);

-- The versions of the shop's settings, of which the newest counts.
create table settings_versions (
  version integer not null,
  id object_id not null,
  facts jsonb not null,
  logo_picture_id object_id,
  restored_from integer,
  author_id object_id not null,
  author_name text not null,
  created_at timestamptz not null default now(),
  -- The EU's notice on the legal guarantee, as uploaded by the owner.
  notice_picture_id object_id,
  constraint settings_versions_pkey primary key (version),
  constraint settings_versions_id_key unique (id),
  constraint settings_versions_facts_check check (jsonb_typeof(facts) = 'object'),
  constraint settings_versions_version_check check (version > 0),
  constraint settings_versions_author_id_fkey foreign key (author_id) references users (id),
  constraint settings_versions_logo_picture_id_fkey foreign key (logo_picture_id) references pictures (id),
  constraint settings_versions_notice_picture_id_fkey foreign key (notice_picture_id) references pictures (id)
);
create index settings_versions_of_author on settings_versions (author_id);
create index settings_versions_of_logo on settings_versions (logo_picture_id) where logo_picture_id is not null;
create index settings_versions_of_notice on settings_versions (notice_picture_id) where notice_picture_id is not null;

-- Links that sign in, mailed to an account whose password others have tried to guess.
create table sign_in_links (
  token_hash text not null,
  user_id object_id not null,
  expires_at timestamptz not null,
  constraint sign_in_links_pkey primary key (token_hash),
  constraint sign_in_links_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index sign_in_links_of_user on sign_in_links (user_id);

-- The staff and their roles; `users.role` is `admin` for exactly these.
create table staff (
  user_id object_id not null,
  role_id object_id not null,
  since timestamptz not null default now(),
  constraint staff_pkey primary key (user_id),
  constraint staff_role_id_fkey foreign key (role_id) references roles (id),
  constraint staff_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index staff_by_role on staff (role_id);

-- Open invitations. The secret of the link is stored as a hash; an accepted or revoked invitation is deleted.
create table staff_invitations (
  id object_id not null,
  email text not null,
  role_id object_id not null,
  token_hash text not null,
  -- The inviter, or who renewed it last; without that person's permission it is void.
  invited_by object_id not null,
  expires_at timestamptz not null,
  constraint staff_invitations_pkey primary key (id),
  constraint staff_invitations_token_hash_key unique (token_hash),
  constraint staff_invitations_email_check check (length(email) between 1 and 254),
  constraint staff_invitations_invited_by_fkey foreign key (invited_by) references users (id) on delete cascade,
  constraint staff_invitations_role_id_fkey foreign key (role_id) references roles (id)
);
create unique index staff_invitations_by_email on staff_invitations (lower(email));
create index staff_invitations_by_role on staff_invitations (role_id);
create index staff_invitations_of_inviter on staff_invitations (invited_by);

-- Browsers in which the password of an account is enough.
create table trusted_devices (
  id object_id not null,
  user_id object_id not null,
  token_hash text not null,
  user_agent text not null,
  address text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  constraint trusted_devices_pkey primary key (id),
  constraint trusted_devices_token_hash_key unique (token_hash),
  constraint trusted_devices_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index trusted_devices_of_user on trusted_devices (user_id);

create table variants (
  id object_id not null,
  product_id object_id not null,
  -- Slugs, one for each of the product's options, in their order.
  option_values text[] collate "C" not null default '{}',
  -- The names of the values.
  title text not null default '',
  sku text,
  gtin text,
  price cents not null,
  compare_at_price cents,
  prior_price cents,
  stock integer not null default 0,
  weight_grams integer,
  "position" integer not null default 0,
  picture_id object_id,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint variants_pkey primary key (id),
  constraint variants_are_reduced check (compare_at_price > price),
  constraint variants_compare_at_price_check check (compare_at_price <= 99999999),
  constraint variants_gtin_check check (gtin ~ '^([0-9]{8}|[0-9]{12,14})$'),
  constraint variants_on_sale_have_prior_prices check (prior_price is null or compare_at_price is not null),
  constraint variants_option_values_check check (cardinality(option_values) <= 3),
  constraint variants_position_check check ("position" >= 0),
  constraint variants_price_check check (price between 1 and 99999999),
  constraint variants_sku_check check (length(sku) between 1 and 64),
  constraint variants_stock_check check (stock >= 0),
  constraint variants_title_check check (length(title) <= 200),
  constraint variants_weight_grams_check check (weight_grams between 1 and 1000000),
  constraint variants_picture_id_fkey foreign key (picture_id) references pictures (id),
  constraint variants_product_id_fkey foreign key (product_id) references products (id) on delete cascade
);
create index variants_by_sku on variants (lower(sku) collate "C") where removed_at is null and sku is not null;
create index variants_of_picture on variants (picture_id) where picture_id is not null;
create index variants_of_product on variants (product_id, "position", id);
create unique index variants_one_of_sku on variants (lower(sku)) where removed_at is null;
create unique index variants_one_of_values on variants (product_id, option_values) where removed_at is null;
create index variants_running_out on variants (stock, id) include (product_id) where removed_at is null and stock <= 5;

create table checkout_lines (
  checkout_id object_id not null,
  "position" integer not null,
  product_id object_id not null,
  name text not null,
  price cents not null,
  quantity integer not null,
  picture_id object_id,
  adjustments jsonb not null default '[]',
  taxes jsonb not null,
  variant_id object_id not null,
  -- As the buyer was told on confirming the order.
  withdrawal_exemption text,
  constraint checkout_lines_pkey primary key (checkout_id, "position"),
  constraint checkout_lines_one_of_variant unique (checkout_id, variant_id),
  constraint checkout_lines_adjustments_check check (jsonb_typeof(adjustments) = 'array'),
  constraint checkout_lines_quantity_check check (quantity > 0),
  constraint checkout_lines_taxes_check check (jsonb_typeof(taxes) = 'array'),
  constraint checkout_lines_checkout_id_fkey foreign key (checkout_id) references checkouts (id) on delete cascade,
  constraint checkout_lines_picture_id_fkey foreign key (picture_id) references pictures (id),
  constraint checkout_lines_product_id_fkey foreign key (product_id) references products (id),
  constraint checkout_lines_variant_id_fkey foreign key (variant_id) references variants (id)
);
create index checkout_lines_of_picture on checkout_lines (picture_id) where picture_id is not null;
create index checkout_lines_of_product on checkout_lines (product_id);
create index checkout_lines_of_variant on checkout_lines (variant_id);

-- Former prices of the last 30 days. The present price is not here.
create table past_prices (
  variant_id object_id not null,
  ended_at timestamptz not null,
  price cents not null,
  constraint past_prices_pkey primary key (variant_id, ended_at),
  constraint past_prices_variant_id_fkey foreign key (variant_id) references variants (id) on delete cascade
);
create index past_prices_by_age on past_prices (ended_at);

create table saved_cart_lines (
  user_id object_id not null,
  variant_id object_id not null,
  quantity integer not null,
  "position" integer not null default 0,
  constraint saved_cart_lines_pkey primary key (user_id, variant_id),
  constraint saved_cart_lines_quantity_check check (quantity between 1 and 999999),
  constraint saved_cart_lines_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint saved_cart_lines_variant_id_fkey foreign key (variant_id) references variants (id) on delete cascade
);
create index saved_cart_lines_of_variant on saved_cart_lines (variant_id);

create table stock_ledger (
  id bigint not null generated always as identity,
  variant_id object_id not null,
  change integer not null,
  reason text not null,
  checkout_id object_id,
  order_id object_id,
  actor_id object_id,
  note text not null default '',
  created_at timestamptz not null default now(),
  constraint stock_ledger_pkey primary key (id),
  constraint stock_ledger_change_check check (change <> 0),
  constraint stock_ledger_reason_check check (reason in ('opening', 'correction', 'import', 'hold', 'release',
    'restock', 'sale')),
  constraint stock_ledger_actor_id_fkey foreign key (actor_id) references users (id),
  constraint stock_ledger_checkout_id_fkey foreign key (checkout_id) references checkouts (id),
  constraint stock_ledger_order_id_fkey foreign key (order_id) references orders (id),
  constraint stock_ledger_variant_id_fkey foreign key (variant_id) references variants (id) on delete cascade
);
create index stock_ledger_of_actor on stock_ledger (actor_id) where actor_id is not null;
create index stock_ledger_of_checkout on stock_ledger (checkout_id) where checkout_id is not null;
create index stock_ledger_of_variant on stock_ledger (variant_id, id desc);

insert into catalog_version (version, shelf_version) values (1, 1);

insert into categories (id, key, name, slug, position)
select lpad(position::text, 24, '0'), name, name, lower(name), position
from unnest(array['Electronics', 'Footwear', 'Clothing', 'Gaming', 'Kitchen', 'Household'])
  with ordinality as initial (name, position);

insert into roles (id, name, permissions, refund_limit_of_order, refund_limit_of_day) values
  ('000000000000000000000001', 'Owner', '{}', null, null),
  ('000000000000000000000002', 'Manager', '{products.see,products.edit,prices.edit,stock.correct,discounts.see,discounts.edit,
    orders.see,orders.ship,orders.note,orders.cancel,orders.refund,orders.delete,customers.see,customers.edit,customers.delete,
    customers.export,reviews.moderate,searches.moderate,pages.edit,settings.edit,shipping.edit,taxes.see,taxes.edit,attention.settle,audit.see}',
    null, null),
  ('000000000000000000000003', 'Catalogue', '{products.see,products.edit,prices.edit,stock.correct,discounts.see,
    reviews.moderate,searches.moderate,pages.edit}', null, null),
  ('000000000000000000000004', 'Packing', '{products.see,orders.see,orders.ship,orders.note}', null, null),
  ('000000000000000000000005', 'Support', '{products.see,discounts.see,orders.see,orders.note,orders.cancel,orders.refund,
    customers.see,customers.edit,reviews.moderate}', 10000, 50000),
  ('000000000000000000000006', 'Bookkeeping', '{products.see,discounts.see,orders.see,customers.see,customers.export,
    taxes.see}', null, null);


create function apply_stock_ledger() returns trigger language plpgsql as $$
begin
  update variants
  set stock = stock + moved.change
  from (select variant_id, sum(change)::integer as change from added group by variant_id order by variant_id) moved
  where variants.id = moved.variant_id;
  return null;
end $$;

create function refuse_stock_without_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'stock changes only through stock_ledger';
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create function search_signs(text) returns text[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct sign), '{}')
  from string_to_table(
    regexp_replace(normalize($1, nfkd),
      U&'[[:alnum:][:space:][:cntrl:]\0300-\036f\200b-\200f\fe00-\fe0f]+', '', 'g'), null) sign);

create function product_words(name text, category text, description text) returns tsvector
language sql immutable parallel safe
return strip(
  to_tsvector('names'::regconfig, search_text(name))
  || to_tsvector('english'::regconfig, search_text(concat_ws(' ', category, description)))
  || array_to_tsvector(search_signs(name)
    || search_signs(translate(description, U&'.,;:!?''"()-\2013\2014\2018\2019\201c\201d\2026', ''))));

create function category_name(key text) returns text language sql stable parallel safe
return (select categories.name from categories where categories.key = $1);

create function fact_texts(facts jsonb) returns text language sql immutable strict parallel safe
return concat_ws(' ',
  facts->>'brand', facts->>'material', facts->>'countryOfOrigin', facts->>'manufacturer',
  (select string_agg(own->>'value', ' ') from jsonb_array_elements(facts->'own') own));

create function option_value_names(options jsonb) returns text language sql immutable parallel safe
return (
  select coalesce(string_agg(its->>'name', ' '), '')
  from jsonb_array_elements(options) option, jsonb_array_elements(option->'values') its);

create function option_key(text) returns text language sql immutable strict parallel safe
return regexp_replace(
  regexp_replace(lower(normalize($1, nfkd)), U&'[\0300-\036f]+', '', 'g'), '\s+', '', 'g');

create function words_of(product products) returns tsvector language sql stable parallel safe
return
  product_words(product.name, category_name(product.category),
    (select concat_ws(' ', description, fact_texts(facts)) from product_descriptions where product_id = product.id))
  || strip(to_tsvector('names'::regconfig, search_text(option_value_names(product.options))))
  || array_to_tsvector(
    array(
      select 'sku:' || lower(sku) from variants
      where product_id = product.id and removed_at is null and sku is not null)
    || array(select 'option:' || option_key(option->>'name') from jsonb_array_elements(product.options) option));

create function index_product() returns trigger language plpgsql as $$
begin
  new.words := words_of(new);
  return new;
end $$;

create function index_descriptions() returns trigger language plpgsql as $$
begin
  update products set words = words_of(products) from described where products.id = described.product_id;
  return null;
end $$;

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

create function words_without_skus(words tsvector) returns text[] language sql immutable strict parallel safe
return array(select lexeme from unnest(words) where not starts_with(lexeme, 'sku:'));

create function learn_words() returns trigger language plpgsql as $$
begin
  if not exists (
    select from products
    where id = new.id and (name, category, options) = (new.name, new.category, new.options)
      and words_without_skus(words) = words_without_skus(new.words))
  then return null; end if;
  with heard as materialized (
    select word, sum(worth) as weight
    from (select search_text(new.name) as text, 10 as worth union all
      select search_text(
        concat_ws(' ', category_name(new.category), description, fact_texts(facts), option_value_names(new.options))), 1
      from product_descriptions where product_id = new.id) texts,
      string_to_table(text, ' ') word
    where length(word) between 1 and 40
      and (octet_length(word) = length(word) or word !~ ('[' || spaceless_letters() || ']'))
    group by word),
  known as (
    update search_words set weight = least(search_words.weight + heard.weight, 1000000000)
    from heard where search_words.word = heard.word returning heard.word)
  insert into search_words (word, weight)
  select word, weight from heard where word not in (select word from known) order by word
  on conflict (word) do update set weight = least(search_words.weight + excluded.weight, 1000000000);
  return null;
end $$;

create function sum_refunds() returns trigger language plpgsql as $$
begin
  -- First the lock, then the sum: the next statement sees what others have committed meanwhile.
  perform from orders where id = new.order_id for update;
  update orders
  set refunded_amount = given.back,
      payment_status = case when given.back >= total_price then 'refunded' else 'succeeded' end
  from (
    select coalesce(sum(amount), 0)::integer as back from refunds where order_id = new.order_id and status <> 'failed'
  ) given
  where orders.id = new.order_id;
  return null;
end $$;

create function note_ended_session() returns trigger language plpgsql as $$
begin
  insert into ended_sessions (token_hash, user_id) values (old.token_hash, old.user_id) on conflict do nothing;
  return null;
end
$$;

create function note_change() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject) values (tg_argv[0]);
  return null;
end $$;

create function note_changed_products() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject) select distinct product_id from changed;
  return null;
end $$;

create function option_tags(product text, options jsonb) returns text[] language sql stable
return (
  select coalesce(array_agg(distinct option_key(option->>'name') || '=' || option_key(value->>'name')), '{}')
  from variants, unnest(option_values) with ordinality chosen (slug, place),
    lateral (select options->(place::integer - 1) as option) its, jsonb_array_elements(option->'values') value
  where product_id = product and removed_at is null and stock > 0 and value->>'slug' = slug);

create function note_product_facts() returns trigger language plpgsql as $$
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

create function note_removed_orders() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject)
  select distinct 'reviews:' || order_lines.product_id
  from before was join after became using (id) join order_lines on order_lines.order_id = became.id
  where (was.deleted_at, was.user_id, was.payment_status)
    is distinct from (became.deleted_at, became.user_id, became.payment_status);
  return null;
end $$;

create function remember_prices() returns trigger language plpgsql as $$
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

create function note_changed_reviews() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject) select distinct 'reviews:' || product_id from changed;
  return null;
end $$;

create function refuse_change_but_forgetting() returns trigger language plpgsql as $$
declare
  named text;
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv then
    foreach named in array tg_argv loop
      if to_jsonb(new) -> named not in ('null', '"Deleted account"', to_jsonb(old) -> named) then
        raise exception '% is append-only', tg_table_name;
      end if;
    end loop;
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

create function raise_categories_version() returns trigger language plpgsql as $$
begin
  update catalog_version set
    version = version + 1, shelf_version = shelf_version + 1, categories_version = categories_version + 1;
  return null;
end $$;

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

create function open_with_one_price() returns trigger language plpgsql as $$
begin
  new.highest_price := new.price;
  return new;
end $$;

create function add_base_variants() returns trigger language plpgsql as $$
begin
  insert into variants (id, product_id, price, compare_at_price, prior_price, created_at, updated_at, removed_at)
  select id, id, price, compare_at_price, prior_price, created_at, updated_at,
    case when options <> '[]' then created_at end from added;
  return null;
end $$;

create function derive_products(ids text[]) returns void language plpgsql as $$
begin
  perform from products where id = any(ids) order by id for no key update;
  update products
  set price = (cheapest).price, compare_at_price = (cheapest).compare_at_price, prior_price = (cheapest).prior_price,
    highest_price = dearest, stock = units, option_tags = tags
  from (
    select its.id as product, cheapest, dearest, units, option_tags(its.id, its.options) as tags
    from products its, lateral (
      select max(price) as dearest, sum(stock)::integer as units,
        (array_agg(variants order by price, position, id))[1] as cheapest
      from variants where product_id = its.id and removed_at is null) sold
    where its.id = any(ids) and dearest is not null) live
  where id = product
    and (price, compare_at_price, prior_price, highest_price, stock, option_tags) is distinct from
      ((cheapest).price, (cheapest).compare_at_price, (cheapest).prior_price, dearest, units, tags);
end $$;

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

create function derive_product() returns trigger language plpgsql as $$
begin
  perform derive_products(array[new.id]);
  return null;
end $$;

create function refuse_derived_columns() returns trigger language plpgsql as $$
begin
  if new.stock <> old.stock then raise exception 'stock changes only through stock_ledger'; end if;
  raise exception 'prices of a product change only through variants';
end $$;

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

create function raise_options_version() returns trigger language plpgsql as $$
begin
  if current_setting('counter.raised_options', true) is distinct from pg_current_xact_id()::text then
    update catalog_version set options_version = options_version + 1;
    perform set_config('counter.raised_options', pg_current_xact_id()::text, true);
  end if;
  return null;
end $$;

create function index_sku() returns trigger language plpgsql as $$
begin
  update products set words = fresh
  from (select words_of(products) as fresh from products where id = new.product_id) its
  where id = new.product_id and words <> fresh;
  return null;
end $$;

create function raise_discounts_version() returns trigger language plpgsql as $$
begin
  update catalog_version set discounts_version = discounts_version + 1;
  return null;
end $$;

create function note_discount_moments() returns void language sql as $$
  with passed as (
    update catalog_version set discounts_noted_at = clock_timestamp()
    where exists (
      select from discounts where code is null and stopped_at is null
        and (starts_at > discounts_noted_at and starts_at <= clock_timestamp()
          or ends_at > discounts_noted_at and ends_at <= clock_timestamp()))
    returning 1)
  insert into catalog_changes (subject) select 'everything' from passed
$$;

create function discounts_follow_categories() returns trigger language plpgsql as $$
begin
  update discounts
  set categories = (select array_agg(distinct key) from unnest(array_replace(categories, old.key, new.successor)) key)
  where categories @> array[old.key];
  return null;
end $$;

create function keep_staff() returns trigger language plpgsql as $$
begin
  if new.role = 'admin' then
    insert into staff (user_id, role_id) values (new.id, '000000000000000000000001') on conflict do nothing;
  else
    delete from staff where user_id = new.id;
  end if;
  return null;
end $$;

create function index_new_skus() returns trigger language plpgsql as $$
begin
  update products set words = fresh.words
  from (select distinct product_id as id from added where sku is not null) changed, lateral (
    select words_of(products) as words from products
    where products.id = changed.id and exists (select from product_descriptions where product_id = changed.id)
    offset 0) fresh
  where products.id = changed.id and products.words <> fresh.words;
  return null;
end $$;

create function keep_billing_documents() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.kept_until < current_date then return old; end if;
  raise exception 'invoices and credit notes are kept as they were issued';
end $$;

create function note_sales() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    insert into sales_by_day values (
      (old.created_at at time zone 'UTC')::date, -1, -old.total_price, -old.refunded_amount);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into sales_by_day values (
      (new.created_at at time zone 'UTC')::date, 1, new.total_price, new.refunded_amount);
  end if;
  return null;
end $$;

create function search_tokens(keyword text, for_all boolean) returns table (
  "position" bigint,
  word text,
  -- What it has in common with the two letters before it: empty for the first two, null for a word between spaces.
  repeated text,
  -- Null for a word that is too common to mean anything.
  stem text,
  -- The same as names have it, where every word means something.
  name_stem text,
  -- Whether some product has the word, in any of its forms, and whether some product has a word that begins like it.
  is_known boolean,
  has_prefix boolean,
  -- The stems of the words that begin like it, if they are few, for words of some length. Words that are too common to
  -- mean anything count as well: in names they are found.
  prefix_stems text[],
  -- The word that it makes together with the next one.
  compound json,
  -- One slip away by what remains without a letter; further away by the share of common trigrams, of which shorter words
  -- have too few; and the shelf of shelves, the knife of knives.
  similar_words json,
  -- The ways to cut it into two words of the vocabulary.
  splits json
) language sql stable parallel safe rows 8 as $$
  with pieces as materialized (
    select left(piece.word, 40) as word, piece.repeated, search_stem(left(piece.word, 40)) as stem, piece.place,
      left(piece.word || lead(piece.word) over (order by piece.place), 40) as with_next
    from (
      select unit || coalesce(next, '') as word, row_number() over (order by units.word, place) as place,
        case when is_letter then case when place = 1 then '' else unit end end as repeated
      from search_units(search_letters(keyword)) units where place = 1 or next is not null) piece
    order by piece.place limit 8),
  typed as materialized (
    select *, repeated is not null as is_piece,
      repeated is not null or exists (select from search_words where search_words.stem = pieces.stem) as is_known
    from pieces)
  select
    typed.place,
    typed.word,
    typed.repeated,
    typed.stem,
    coalesce((tsvector_to_array(to_tsvector('names', typed.word)))[1], typed.word),
    typed.is_known,
    typed.is_piece
      or exists (select from search_words known where known.stem >= typed.stem and known.stem < typed.stem || U&'\+10FFFF'),
    (select case when count(*) <= 32 then coalesce(array_agg(distinct listed.stem), '{}') else '{}' end
      from (
        (select known.stem from search_words known
        where known.stem >= typed.stem and known.stem < typed.stem || U&'\+10FFFF' and length(typed.stem) >= 4
        limit 33)
        union all
        (select (tsvector_to_array(to_tsvector('names', known.word)))[1] from search_words known
        where known.word >= typed.stem and known.word < typed.stem || U&'\+10FFFF' and known.stem is null
          and length(typed.stem) >= 4)) listed),
    (select json_build_object('word', known.word, 'stem', known.stem, 'weight', known.weight) from search_words known
      where known.word = typed.with_next and known.stem is not null),
    case when typed.is_known and not for_all or typed.is_piece then '[]' else (
      select coalesce(
        json_agg(json_build_object('word', candidate.word, 'stem', candidate.stem, 'weight', candidate.weight)), '[]')
      from (
        (select known.word, known.stem, known.weight from search_words known
        where known.near && one_letter_less(typed.word) and length(typed.word) > 1
        order by known.weight desc limit 60)
        union
        (select known.word, known.stem, known.weight from search_words known
        where known.word % typed.word and length(typed.word) >= 7
        order by similarity(known.word, typed.word) desc limit 8)
        union
        (select known.word, known.stem, known.weight from search_words known
        where typed.word like '%ves' and known.word in (left(typed.word, -3) || 'f', left(typed.word, -3) || 'fe'))
      ) candidate) end,
    case when typed.is_known and not for_all or typed.is_piece then '[]' else (
      select coalesce(json_agg(cuts.pair), '[]')
      from (
        select json_build_array(
          json_build_object('word', first.word, 'stem', first.stem, 'weight', first.weight),
          json_build_object('word', second.word, 'stem', second.stem, 'weight', second.weight)) as pair
        from generate_series(2, length(typed.word) - 2) cut,
          lateral (select * from search_words known where known.word = left(typed.word, cut) limit 1) first,
          lateral (select * from search_words known where known.word = substr(typed.word, cut + 1) limit 1) second
        where first.stem is not null or second.stem is not null
        order by least(first.weight, second.weight) desc limit 2) cuts) end
  from typed
$$;

create trigger stock_ledger_moves_stock after insert on stock_ledger
  referencing new table as added for each statement execute function apply_stock_ledger();

create trigger products_open_with_empty_stock before insert on products
  for each row when (new.stock <> 0) execute function refuse_stock_without_ledger();

create trigger stock_ledger_is_append_only before update on stock_ledger
  for each row execute function refuse_change();

create trigger audit_log_is_append_only before update on audit_log
  for each row execute function refuse_change_but_forgetting(
    'actor_name', 'person_id', 'personal_before', 'personal_after', 'address', 'session_id');

create trigger products_are_searchable before update of name, category, options on products
  for each row execute function index_product();

create trigger new_descriptions_are_searchable after insert on product_descriptions
  referencing new table as described for each statement execute function index_descriptions();

create trigger changed_descriptions_are_searchable after update on product_descriptions
  referencing new table as described for each statement execute function index_descriptions();

create trigger refunds_are_summed after insert or update of status, amount on refunds
  for each row when (new.order_id is not null) execute function sum_refunds();

create trigger sessions_ended after delete on sessions for each row execute function note_ended_session();

create trigger products_come_and_go after insert or delete or truncate on products
  for each statement execute function note_change('everything');

create trigger products_change after update on products
  referencing old table as before new table as after for each statement execute function note_product_facts();

create trigger descriptions_change after update on product_descriptions
  referencing new table as changed for each statement execute function note_changed_products();

create trigger product_images_change after insert or update or delete or truncate on product_images
  for each statement execute function note_change('everything');

create trigger reviews_come after insert on reviews
  referencing new table as changed for each statement execute function note_changed_reviews();

create trigger reviews_change after update on reviews
  referencing new table as changed for each statement execute function note_changed_reviews();

create trigger reviews_go after delete on reviews
  referencing old table as changed for each statement execute function note_changed_reviews();

create trigger reviews_are_emptied after truncate on reviews
  for each statement execute function note_change('everything');

create trigger order_lines_come after insert on order_lines
  referencing new table as changed for each statement execute function note_changed_reviews();

create trigger order_lines_go after delete on order_lines
  referencing old table as changed for each statement execute function note_changed_reviews();

create trigger orders_change after update on orders
  referencing old table as before new table as after for each statement execute function note_removed_orders();

create trigger searches_change after insert or update or delete or truncate on popular_searches
  for each statement execute function note_change('searches');

create trigger page_versions_are_append_only before update or delete on page_versions
  for each row execute function refuse_change_but_forgetting('author_name');

create trigger settings_versions_are_append_only before update or delete on settings_versions
  for each row execute function refuse_change_but_forgetting('author_name');

create trigger page_versions_come after insert or truncate on page_versions
  for each statement execute function note_change('everything');

create trigger settings_versions_come after insert or truncate on settings_versions
  for each statement execute function note_change('everything');

create constraint trigger categories_raise_version after insert or update or delete on categories
  deferrable initially deferred for each row execute function raise_categories_version();

create trigger categories_change after insert or update or delete or truncate on categories
  for each statement execute function note_change('everything');

create trigger variants_stock_only_by_ledger before update of stock on variants
  for each row when (pg_trigger_depth() = 0 and new.stock <> old.stock) execute function refuse_stock_without_ledger();

create trigger variants_open_with_empty_stock before insert on variants
  for each row when (new.stock <> 0) execute function refuse_stock_without_ledger();

create trigger variants_remember_prices before update of price, compare_at_price on variants
  for each row when ((new.price, new.compare_at_price) is distinct from (old.price, old.compare_at_price))
  execute function remember_prices();

create trigger products_open_with_one_price before insert on products
  for each row execute function open_with_one_price();

create trigger products_have_base_variants after insert on products
  referencing new table as added for each statement execute function add_base_variants();

create trigger variants_change after update on variants
  referencing old table as before new table as after for each statement execute function follow_variants();

create trigger variants_come after insert on variants
  referencing new table as added for each statement execute function follow_new_variants();

create trigger products_change_options after update of options on products
  for each row when (new.options <> old.options) execute function derive_product();

create trigger products_follow_their_variants
  before update of price, compare_at_price, prior_price, highest_price, stock, option_tags on products
  for each row when (pg_trigger_depth() = 0 and
    (new.price, new.compare_at_price, new.prior_price, new.highest_price, new.stock, new.option_tags) is distinct from
    (old.price, old.compare_at_price, old.prior_price, old.highest_price, old.stock, old.option_tags))
  execute function refuse_derived_columns();

create constraint trigger products_raise_catalog_version
  after update of name, price, highest_price, options, num_reviews, rating_halves, words on products
  deferrable initially deferred for each row
  when ((old.name, old.price, old.highest_price, old.options, old.num_reviews, old.rating_halves, old.words)
    is distinct from (new.name, new.price, new.highest_price, new.options, new.num_reviews, new.rating_halves, new.words))
  execute function raise_catalog_version('facts');

create trigger products_are_published
  before insert or update of is_draft, published_from, published_until, deleted_at, is_public, was_public, publication_changes_at
  on products for each row execute function update_publication();

create constraint trigger products_raise_shelf_version
  after insert or delete
    or update of category, deleted_at, is_draft, published_from, published_until, publication_changes_at on products
  deferrable initially deferred for each row execute function raise_catalog_version('shelf');

create constraint trigger products_teach_option_names after insert or update of options on products
  deferrable initially deferred for each row when (new.options <> '[]') execute function learn_option_names();

create constraint trigger option_names_raise_catalog_version after update on option_names
  deferrable initially deferred for each row execute function raise_catalog_version('facts');

create trigger option_names_are_merged after update on option_names
  for each statement execute function note_change('everything');

create constraint trigger products_raise_options_version after update of option_tags on products
  deferrable initially deferred for each row when (new.is_public and old.option_tags <> new.option_tags)
  execute function raise_options_version();

create trigger variants_are_searchable after insert on variants
  referencing new table as added for each statement execute function index_new_skus();

create trigger variants_stay_searchable after update of sku, removed_at on variants
  for each row when ((old.sku, old.removed_at is null) is distinct from (new.sku, new.removed_at is null)
    and coalesce(old.sku, new.sku) is not null)
  execute function index_sku();

create constraint trigger products_teach_words
  after update of name, category, words, options, deleted_at, is_draft, published_from, publication_changes_at on products
  deferrable initially deferred for each row
  when (new.is_public and not (old.is_public and old.words <> new.words
    and words_without_skus(old.words) = words_without_skus(new.words)))
  execute function learn_words();

create trigger former_product_addresses_change after insert or update or delete or truncate on former_product_addresses
  for each statement execute function note_change('everything');

create trigger pricing_versions_are_append_only before update or delete on pricing_versions
  for each row execute function refuse_change();

create trigger pricing_versions_come after insert or truncate on pricing_versions
  for each statement execute function note_change('everything');

create constraint trigger discounts_raise_version after insert or update or delete on discounts
  deferrable initially deferred for each row execute function raise_discounts_version();

create trigger discounts_are_said after insert or update or delete or truncate on discounts
  for each statement execute function note_change('everything');

create trigger discounts_follow_categories after update of successor on categories
  for each row when (new.successor is not null) execute function discounts_follow_categories();

create trigger billing_documents_are_kept before update or delete on billing_documents for each row execute function keep_billing_documents();

create trigger users_are_appointed after insert on users
  for each row when (new.role = 'admin') execute function keep_staff();

create trigger users_change_role after update of role on users
  for each row when (new.role is distinct from old.role) execute function keep_staff();

create trigger audit_log_keeps_a_year before delete on audit_log
  for each row when (
    old.at > now() - interval '1 year'
    or current_setting('counter.prunes_audit_log', true) is distinct from 'on')
  execute function refuse_change();

create trigger orders_sales
  after insert or delete or update of created_at, total_price, refunded_amount, deleted_at on orders
  for each row execute function note_sales();
