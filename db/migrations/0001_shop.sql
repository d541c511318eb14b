create extension if not exists pg_trgm;

-- Ids are 24 lower-case hex characters: 4 bytes of time, then 8 random bytes.
create domain object_id as text collate "C" check (value ~ '^[0-9a-f]{24}$');
-- Money is integer cents.
create domain cents as integer check (value >= 0);

-- Pictures: one row per stored picture; the objects are named after the random key.

create table pictures (
  id object_id primary key,
  key text not null unique check (key ~ '^[0-9a-zA-Z_-]{16,64}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  widths integer[] not null check (cardinality(widths) > 0),
  placeholder text not null,
  created_at timestamptz not null default now()
);

-- People

create table users (
  id object_id primary key,
  name text not null check (length(name) between 1 and 100),
  email text not null check (length(email) between 3 and 254),
  password_hash text not null,
  role text not null default 'user' check (role in ('user', 'admin')),
  avatar_picture_id object_id references pictures (id),
  shipping_info jsonb check (jsonb_typeof(shipping_info) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  erased_at timestamptz
);
create unique index users_email_among_the_living on users (lower(email)) where deleted_at is null;
create index users_newest on users (created_at desc, id desc) where deleted_at is null;
create index users_avatar on users (avatar_picture_id) where avatar_picture_id is not null;

-- The cookie carries the session's secret; the table keeps only its SHA-256.
create table sessions (
  id object_id primary key,
  token_hash text not null unique,
  user_id object_id not null references users (id) on delete cascade,
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id, last_seen_at desc);
create index sessions_idle on sessions (last_seen_at);

create table password_resets (
  token_hash text primary key,
  user_id object_id not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_resets_of_user on password_resets (user_id);

-- Shape required by rate-limiter-flexible: expire is in milliseconds since 1970.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expired on rate_limits (expire);

-- Catalogue

create table products (
  id object_id primary key,
  name text not null check (length(name) between 1 and 200),
  category text not null check (category in ('Electronics', 'Footwear', 'Clothing', 'Gaming', 'Kitchen', 'Household')),
  price cents not null check (price between 1 and 99999999),
  stock integer not null default 0 check (stock >= 0),
  num_reviews integer not null default 0 check (num_reviews >= 0),
  rating_halves integer not null default 0 check (rating_halves >= 0),
  rating double precision not null
    generated always as (case when num_reviews = 0 then 0 else rating_halves / 2.0 / num_reviews end) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

-- Apart from the products, so that lists read rows that are short.
create table product_descriptions (
  product_id object_id primary key references products (id) on delete cascade,
  description text not null check (length(description) between 1 and 10000)
);

create table product_images (
  id object_id primary key,
  product_id object_id not null references products (id) on delete cascade,
  picture_id object_id not null references pictures (id),
  position integer not null check (position >= 0),
  alt text not null default '' check (length(alt) <= 300),
  unique (product_id, position) deferrable initially deferred
);
create index product_images_of_picture on product_images (picture_id);

create table reviews (
  id object_id primary key,
  product_id object_id not null references products (id) on delete cascade,
  user_id object_id not null references users (id),
  name text not null,
  rating_halves smallint not null check (rating_halves between 1 and 10),
  comment text not null check (length(comment) between 1 and 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index reviews_one_per_user_and_product on reviews (product_id, user_id) where deleted_at is null;
create index reviews_newest_of_product on reviews (product_id, created_at desc, id desc) where deleted_at is null;
create index reviews_newest on reviews (created_at desc, id desc) where deleted_at is null;
create index reviews_of_user on reviews (user_id) where deleted_at is null;

-- Cart: the cookie is the cart of a browser, this is the cart of an account.

create table saved_cart_lines (
  user_id object_id not null references users (id) on delete cascade,
  product_id object_id not null references products (id) on delete cascade,
  quantity integer not null check (quantity between 1 and 999999),
  position integer not null default 0,
  primary key (user_id, product_id)
);
create index saved_cart_lines_of_product on saved_cart_lines (product_id);

-- Checkout: lines, prices and address frozen, stock held until hold_expires_at.
-- held      stock is taken; a payment may be under way
-- completed the order is written
-- released  the stock is back; nothing was paid
-- refunded  it was paid, could not become an order, and the money goes back

create table checkouts (
  id object_id primary key,
  user_id object_id not null references users (id),
  status text not null default 'held' check (status in ('held', 'completed', 'released', 'refunded')),
  shipping_info jsonb not null check (jsonb_typeof(shipping_info) = 'object'),
  item_price cents not null,
  tax_price cents not null,
  shipping_price cents not null,
  total_price cents not null check (total_price between 50 and 99999999),
  check (item_price + tax_price + shipping_price = total_price),
  payment_intent_id text unique,
  source text not null default 'page' check (source in ('page', 'api')),
  created_at timestamptz not null default now(),
  hold_expires_at timestamptz not null,
  closed_at timestamptz
);
create index checkouts_held on checkouts (hold_expires_at) where status = 'held';
create index checkouts_of_user on checkouts (user_id, created_at desc);

create table checkout_lines (
  checkout_id object_id not null references checkouts (id) on delete cascade,
  position integer not null,
  product_id object_id not null references products (id),
  name text not null,
  price cents not null,
  quantity integer not null check (quantity > 0),
  picture_id object_id references pictures (id),
  primary key (checkout_id, position),
  unique (checkout_id, product_id)
);
create index checkout_lines_of_product on checkout_lines (product_id);
create index checkout_lines_of_picture on checkout_lines (picture_id) where picture_id is not null;

-- Orders keep their own copy of everything they need.

create table orders (
  id object_id primary key,
  user_id object_id not null references users (id),
  user_name text not null,
  user_email text not null,
  checkout_id object_id unique references checkouts (id),
  payment_intent_id text not null unique,
  payment_status text not null check (payment_status in ('succeeded', 'refunded')),
  status text not null default 'Processing' check (status in ('Processing', 'Shipped', 'Delivered', 'Cancelled')),
  shipping_info jsonb not null check (jsonb_typeof(shipping_info) = 'object'),
  item_price cents not null,
  tax_price cents not null,
  shipping_price cents not null,
  total_price cents not null check (total_price between 50 and 99999999),
  check (item_price + tax_price + shipping_price = total_price),
  refunded_amount cents not null default 0 check (refunded_amount <= total_price),
  tracking_number text,
  created_at timestamptz not null default now(),
  shipped_at timestamptz,
  delivered_at timestamptz,
  cancelled_at timestamptz,
  deleted_at timestamptz
);
create index orders_newest on orders (created_at desc, id desc) where deleted_at is null;
create index orders_of_user on orders (user_id, created_at desc, id desc) where deleted_at is null;

create table order_lines (
  id object_id primary key,
  order_id object_id not null references orders (id) on delete cascade,
  position integer not null,
  product_id object_id not null,
  name text not null,
  price cents not null,
  quantity integer not null check (quantity > 0),
  returned_quantity integer not null default 0 check (returned_quantity between 0 and quantity),
  picture_id object_id references pictures (id),
  unique (order_id, position)
);
create index order_lines_of_product on order_lines (product_id);
create index order_lines_of_picture on order_lines (picture_id) where picture_id is not null;

create table order_notes (
  id object_id primary key,
  order_id object_id not null references orders (id) on delete cascade,
  author_id object_id not null references users (id),
  author_name text not null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index order_notes_of_order on order_notes (order_id, created_at);

-- Refunds: asked for first, confirmed by the gateway later; checkout_id when no order came of the payment.
create table refunds (
  id object_id primary key,
  order_id object_id references orders (id),
  checkout_id object_id references checkouts (id),
  payment_intent_id text not null,
  amount cents not null check (amount > 0),
  reason text not null,
  status text not null default 'requested' check (status in ('requested', 'succeeded', 'failed')),
  gateway_refund_id text unique,
  failure text,
  requested_by object_id references users (id),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check (order_id is not null or checkout_id is not null)
);
create index refunds_of_order on refunds (order_id);
create index refunds_of_payment on refunds (payment_intent_id);
create index refunds_open on refunds (created_at) where status = 'requested';

-- What reconciliation or a webhook found out of the ordinary; open until resolved_at.
create table payment_incidents (
  id object_id primary key,
  kind text not null,
  payment_intent_id text,
  checkout_id object_id references checkouts (id),
  order_id object_id references orders (id),
  user_id object_id references users (id),
  detail text not null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  unique (kind, payment_intent_id)
);
create index payment_incidents_newest on payment_incidents (created_at desc);
create index payment_incidents_of_user on payment_incidents (user_id, created_at desc);

-- Stock: the ledger is the truth, products.stock its running sum, written by the ledger alone.

create table stock_ledger (
  id bigint generated always as identity primary key,
  product_id object_id not null references products (id) on delete cascade,
  change integer not null check (change <> 0),
  reason text not null check (reason in ('opening', 'correction', 'import', 'hold', 'release', 'restock', 'sale')),
  checkout_id object_id references checkouts (id),
  order_id object_id references orders (id),
  actor_id object_id references users (id),
  note text not null default '',
  created_at timestamptz not null default now()
);
create index stock_ledger_of_product on stock_ledger (product_id, id desc);
create index stock_ledger_of_checkout on stock_ledger (checkout_id) where checkout_id is not null;

create function apply_stock_ledger() returns trigger language plpgsql as $$
begin
  update products
  set stock = stock + moved.change
  from (select product_id, sum(change)::integer as change from added group by product_id order by product_id) moved
  where products.id = moved.product_id;
  return null;
end $$;
create trigger stock_ledger_moves_stock after insert on stock_ledger
  referencing new table as added for each statement execute function apply_stock_ledger();

create function refuse_stock_without_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'stock changes only through stock_ledger';
end $$;
create trigger products_stock_only_by_ledger before update of stock on products
  for each row when (pg_trigger_depth() = 0 and new.stock <> old.stock) execute function refuse_stock_without_ledger();
create trigger products_open_with_empty_stock before insert on products
  for each row when (new.stock <> 0) execute function refuse_stock_without_ledger();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger stock_ledger_is_append_only before update on stock_ledger
  for each row execute function refuse_change();

-- Outbox: every mail is a row first; background jobs send it.

create table mails (
  id object_id primary key,
  dedupe_key text unique,
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
  sent_at timestamptz
);
create index mails_newest on mails (created_at desc, id desc);
create index mails_due on mails (due_at) where sent_at is null and failed_at is null;

-- Audit: every administrator's write.

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id object_id not null references users (id),
  actor_name text not null,
  action text not null,
  subject_kind text not null check (subject_kind in ('product', 'order', 'user', 'review')),
  subject_id object_id not null,
  before jsonb,
  after jsonb
);
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_of_subject on audit_log (subject_kind, subject_id, id desc);
create index audit_log_of_actor on audit_log (actor_id, id desc);
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_change();

-- The sandbox gateway keeps its payment intents here, as a payment provider would keep its own.

create table sandbox_intents (
  id text primary key,
  idempotency_key text not null unique,
  client_secret text not null unique,
  amount cents not null check (amount > 0),
  currency text not null,
  status text not null default 'requires_payment_method'
    check (status in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')),
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sandbox_refunds (
  id text primary key,
  intent_id text not null references sandbox_intents (id),
  idempotency_key text not null unique,
  amount cents not null check (amount > 0),
  created_at timestamptz not null default now()
);
create index sandbox_refunds_of_intent on sandbox_refunds (intent_id);
