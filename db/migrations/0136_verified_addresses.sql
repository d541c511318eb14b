-- When the account's owner confirmed that its e-mail address is theirs; null for an address that anybody may have typed.
alter table users
  add column email_verified_at timestamptz,
  -- An owner made them an administrator, which takes effect once the address is confirmed
  add column awaits_role boolean not null default false;

-- The operator or an owner vouched for them.
-- Locks the rows of staff in users, which are few, while it writes.
update users set email_verified_at = now() where role = 'admin' and not is_guest;

create function forget_verification() returns trigger language plpgsql as $$
begin
  new.email_verified_at := null;
  new.awaits_role := false;
  return new;
end $$;
create trigger users_verify_each_address before update of email on users
  for each row when (lower(new.email) is distinct from lower(old.email)) execute function forget_verification();

create table email_verifications (
  token_hash text primary key,
  user_id object_id not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index email_verifications_by_user on email_verifications (user_id);
