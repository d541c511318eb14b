-- Browsers in which the password of an account is enough.
create table trusted_devices (
  id object_id primary key,
  user_id object_id not null references users (id) on delete cascade,
  token_hash text not null unique,
  user_agent text not null,
  address text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index trusted_devices_of_user on trusted_devices (user_id);
