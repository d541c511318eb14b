-- Read by themselves, so that writers wait for neither.
alter table products validate constraint products_have_categories;
alter table audit_log validate constraint audit_log_subject_kind_check;
