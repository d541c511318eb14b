-- A second step, so that the check of all rows does not hold the lock of the first.
alter table audit_log validate constraint audit_log_subject_kind_check;
