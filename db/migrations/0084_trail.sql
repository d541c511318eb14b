-- The audit log also has sign-ins, exports, what staff read of customers, and what nobody with an account did.
alter table audit_log
  -- Null: the operator, a job of the shop, or somebody who could not prove who they are.
  alter column actor_id drop not null,
  drop constraint audit_log_subject_kind_check,
  add constraint audit_log_subject_kind_check
    check (subject_kind in
      ('product', 'order', 'user', 'review', 'payment', 'mail', 'page', 'settings', 'category', 'discount', 'role',
        'invitation', 'access', 'export', 'audit'))
    not valid;
alter table audit_log validate constraint audit_log_subject_kind_check;

alter table audit_log disable trigger audit_log_is_append_only;
-- Locks audit_log for a moment: its index finds these few.
update audit_log set actor_id = null
where actor_name = 'Operator' and actor_id = subject_id and subject_kind = 'user'
  and action in ('user.appoint', 'user.promote', 'user.reset');
create or replace trigger audit_log_is_append_only before update on audit_log
  for each row execute function
    refuse_change_but_forgetting('actor_name', 'person_id', 'personal_before', 'personal_after');
alter table audit_log enable trigger audit_log_is_append_only;

-- Only pruning deletes entries, which says so in its transaction, and none younger than a year.
create trigger audit_log_keeps_a_year before delete on audit_log
  for each row when (
    old.at > now() - interval '1 year'
    or current_setting('counter.prunes_audit_log', true) is distinct from 'on')
  execute function refuse_change();
