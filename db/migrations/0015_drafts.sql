-- Whose session it was: noted however it ends, so that what its browser still sends can be kept for that person.
create table ended_sessions (
  token_hash text primary key,
  user_id object_id not null,
  ended_at timestamptz not null default now()
);
create index ended_sessions_age on ended_sessions (ended_at);

create function note_ended_session() returns trigger language plpgsql as $$
begin
  insert into ended_sessions (token_hash, user_id) values (old.token_hash, old.user_id) on conflict do nothing;
  return null;
end
$$;
create trigger sessions_ended after delete on sessions for each row execute function note_ended_session();

-- What somebody had typed when their session turned out to have ended, for half an hour and for nobody but them.
create table drafts (
  id text primary key,
  user_id object_id not null references users (id) on delete cascade,
  path text not null check (length(path) <= 300),
  answer text not null check (length(answer) <= 65536),
  created_at timestamptz not null
);
create index drafts_of_user on drafts (user_id, created_at desc);
create index drafts_age on drafts (created_at);
