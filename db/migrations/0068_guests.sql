-- No process of an older release may run.
-- Buyers without an account: no password, and no say in whose address an e-mail address is.
alter table users add column is_guest boolean not null default false;

-- Declined cards of a payment; a guest's ends at the fifth.
alter table payments add column declines integer not null default 0;

-- Links in mails that open an order of a guest. The mail has the token, the table only its SHA-256.
create table order_links (
  token_hash text primary key,
  order_id object_id not null references orders (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index order_links_of_order on order_links (order_id);

-- Links that prove to a member's account that an e-mail address is theirs, so that what it ordered as a guest joins.
create table order_claims (
  token_hash text primary key,
  user_id object_id not null references users (id) on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
create index order_claims_of_user on order_claims (user_id);
