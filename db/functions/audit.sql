create trigger audit_log_is_append_only before update on audit_log
  for each row execute function refuse_change_but_forgetting(
    'actor_name', 'person_id', 'personal_before', 'personal_after', 'address', 'session_id');

-- Entries are only deleted by pruning, which announces itself in its transaction, and never within a year.
create trigger audit_log_keeps_a_year before delete on audit_log
  for each row when (
    old.at > now() - interval '1 year'
    or current_setting('counter.prunes_audit_log', true) is distinct from 'on')
  execute function refuse_change();
