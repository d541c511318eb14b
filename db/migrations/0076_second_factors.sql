-- What the owner of a session proved their identity with when it began.
alter table sessions add column factors text[] not null default '{password}';

-- The secret of an authenticator app is encrypted; its first part names the key.
create table authenticator_apps (
  user_id object_id primary key references users (id) on delete cascade,
  secret text not null check (length(secret) <= 200),
  -- Of 30 seconds since 1970, that of the last accepted code: neither it nor an earlier one is accepted again.
  last_step integer not null,
  created_at timestamptz not null
);

-- Those that are left, as hashes.
create table recovery_codes (
  user_id object_id not null references users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- The password was right, and the second step is to come.
create table pending_sign_ins (
  token_hash text primary key,
  user_id object_id not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index pending_sign_ins_of_user on pending_sign_ins (user_id);
