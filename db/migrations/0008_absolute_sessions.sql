-- A session ends by its age, however often it is used.

drop index sessions_idle;
create index sessions_started on sessions (created_at);
