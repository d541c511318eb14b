-- No process of an older release may run.
-- Invoices and credit notes are billing documents, from the tables to the screens.
alter table papers rename to billing_documents;
alter table paper_series rename to billing_document_series;
alter table paper_requests rename to billing_document_requests;
alter table paper_pause rename to billing_document_pause;
alter table billing_documents rename column place to sequence_number;

alter index papers_invoice_of_order rename to billing_documents_invoice_of_order;
alter index papers_of_order rename to billing_documents_of_order;
alter index papers_of_user rename to billing_documents_of_user;
alter index papers_of_invoice rename to billing_documents_of_invoice;
alter index papers_in_time rename to billing_documents_by_date;
alter index papers_kept rename to billing_documents_by_end_of_retention;
alter index paper_requests_in_time rename to billing_document_requests_by_date;

-- In a loop, because only PostgreSQL 18 and newer has constraints for columns that are not null.
do $$
declare
  found record;
begin
  for found in
    select conname, conrelid::regclass as of_table,
      replace(regexp_replace(conname, '^paper(s|_[a-z]+)', conrelid::regclass::text), '_place_', '_sequence_number_') as name
    from pg_constraint
    where conname like 'paper%' and conrelid = any (array['billing_documents'::regclass, 'billing_document_series',
      'billing_document_requests', 'billing_document_pause'])
  loop
    execute format('alter table %s rename constraint %I to %I', found.of_table, found.conname, found.name);
  end loop;
end $$;

alter function keep_papers() rename to keep_billing_documents;
create or replace function keep_billing_documents() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.kept_until < current_date then return old; end if;
  raise exception 'invoices and credit notes are kept as they were issued';
end $$;
alter trigger papers_are_kept on billing_documents rename to billing_documents_are_kept;

alter table settings_versions disable trigger settings_versions_are_append_only;
update settings_versions set facts = facts - 'paperYears' || jsonb_build_object('invoiceYears', facts -> 'paperYears')
  where facts ? 'paperYears';
alter table settings_versions enable trigger settings_versions_are_append_only;

alter table audit_log disable trigger audit_log_is_append_only;
-- Locks audit_log: of its entries, only those about settings are read.
update audit_log set
    before = before - 'paperYears' || jsonb_build_object('invoiceYears', before -> 'paperYears'),
    after = after - 'paperYears' || jsonb_build_object('invoiceYears', after -> 'paperYears')
  where subject_kind = 'settings' and after ? 'paperYears';
alter table audit_log enable trigger audit_log_is_append_only;

-- Imports: a file that has been checked, the variants that a picture shows, and the options of a row's variant.
alter table product_imports drop constraint product_imports_status_check;
update product_imports set status = 'checked' where status = 'judged';
alter table product_imports
  alter column status set default 'checked',
  add constraint product_imports_status_check
    check (status in ('arriving', 'reading', 'refused', 'checked', 'running', 'done'));
alter table product_import_pictures rename column versions to variants;
update product_import_rows set fields = fields - 'version' || jsonb_build_object('selectedOptions', fields -> 'version')
  where fields ? 'version';

alter table popular_searches rename column heat to score;
alter index popular_searches_hottest rename to popular_searches_by_score;
alter table drafts rename column answer to reply;
