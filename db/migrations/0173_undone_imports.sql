-- An import of new products can be taken back. Its rows become `undone`, or `kept` where a product has since been sold.
alter table product_imports drop constraint product_imports_status_check;
alter table product_imports add constraint product_imports_status_check
  check (status in ('arriving', 'reading', 'refused', 'mapping', 'asking', 'checked', 'running', 'done', 'undoing', 'undone'));
alter table product_import_rows drop constraint product_import_rows_outcome_check;
alter table product_import_rows add constraint product_import_rows_outcome_check
  check (outcome in ('create', 'update', 'same', 'error', 'created', 'updated', 'failed', 'undone', 'kept'));
