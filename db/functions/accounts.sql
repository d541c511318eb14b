create or replace function note_ended_session() returns trigger language plpgsql as $$
begin
  insert into ended_sessions (token_hash, user_id) values (old.token_hash, old.user_id) on conflict do nothing;
  return null;
end $$;

create trigger sessions_ended after delete on sessions for each row execute function note_ended_session();

-- An account that becomes staff without a role gets the owner's role.
create or replace function keep_staff() returns trigger language plpgsql as $$
begin
  if new.role = 'admin' then
    insert into staff (user_id, role_id) values (new.id, '000000000000000000000001') on conflict do nothing;
  else
    delete from staff where user_id = new.id;
  end if;
  return null;
end $$;

create trigger users_are_appointed after insert on users
  for each row when (new.role = 'admin') execute function keep_staff();

create trigger users_change_role after update of role on users
  for each row when (new.role is distinct from old.role) execute function keep_staff();

create or replace function forget_verification() returns trigger language plpgsql as $$
begin
  new.email_verified_at := null;
  new.awaits_role := false;
  return new;
end $$;

create trigger users_verify_each_address before update of email on users
  for each row when (lower(new.email) is distinct from lower(old.email)) execute function forget_verification();
