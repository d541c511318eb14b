-- outside of a transaction
create index concurrently if not exists users_by_appointer on users (appointed_by) where appointed_by is not null;
