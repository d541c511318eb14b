create table passkeys (
  id object_id primary key,
  user_id object_id not null references users (id) on delete cascade,
  -- In base64url, as browsers send it; at most 1,023 bytes.
  credential_id text not null unique check (length(credential_id) <= 1364),
  -- A COSE key.
  public_key bytea not null check (length(public_key) <= 2048),
  -- What the authenticator has counted to; 0 if it does not count.
  sign_counter bigint not null,
  transports text[] not null,
  name text not null check (length(name) <= 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- What a browser is to sign with a passkey, once.
create table passkey_challenges (
  challenge_hash text primary key,
  -- Whose new passkey signs it; null to sign in.
  user_id object_id references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_of_user on passkey_challenges (user_id);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
