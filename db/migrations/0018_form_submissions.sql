-- The forms whose work has been done, so that one that is sent twice does it once; swept after a day. The key is made of
-- a random one that stands in the form, of who sent it, where, and with what.
create table form_submissions (
  key text primary key check (length(key) = 43),
  user_id object_id not null references users (id) on delete cascade,
  created_at timestamptz not null
);
create index form_submissions_age on form_submissions (created_at);
create index form_submissions_of_user on form_submissions (user_id);
