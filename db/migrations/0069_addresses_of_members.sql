-- outside of a transaction
-- An e-mail address belongs to one account; any number of guests may give it.
create unique index concurrently if not exists users_email_of_members
  on users (lower(email)) where deleted_at is null and not is_guest;
drop index concurrently if exists users_email_among_the_living;
create index concurrently if not exists users_email_of_guests
  on users (lower(email)) where is_guest and erased_at is null;
create index concurrently if not exists users_newest_members
  on users (created_at desc, id desc) where deleted_at is null and not is_guest;
drop index concurrently if exists users_newest;
