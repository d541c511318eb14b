-- Links that give an account its former e-mail address back.
create table email_undos (
  token_hash text primary key,
  user_id object_id not null references users (id) on delete cascade,
  email text not null,
  -- Whether its owner had confirmed the former address; another one is kept for nobody
  was_verified boolean not null,
  changed_at timestamptz not null,
  -- In the order of the changes
  id bigint generated always as identity,
  expires_at timestamptz not null
);
create index email_undos_of_user on email_undos (user_id, id);
create index email_undos_by_email on email_undos (lower(email));
