-- Links that sign in, mailed when strangers have guessed at an account.
create table sign_in_links (
  token_hash text primary key,
  user_id object_id not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_links_of_user on sign_in_links (user_id);

-- What the second step follows.
alter table pending_sign_ins
  add column first_factor text not null default 'password' check (first_factor in ('password', 'link'));
