-- From where an entry was made: empty for the operator, for jobs, and for entries of before.
alter table audit_log
  add column address text,
  add column session_id text,
  add column request_id text,
  add constraint audit_log_origin_is_short
    check (length(address) <= 60 and length(session_id) <= 24 and length(request_id) <= 60) not valid;
alter table audit_log validate constraint audit_log_origin_is_short;

create or replace trigger audit_log_is_append_only before update on audit_log
  for each row execute function refuse_change_but_forgetting(
    'actor_name', 'person_id', 'personal_before', 'personal_after', 'address', 'session_id');
