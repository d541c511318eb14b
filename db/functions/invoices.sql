-- Documents can be deleted by the shop's day, after their retention.
create or replace function keep_billing_documents() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.kept_until < shop_day() then return old; end if;
  raise exception 'invoices and credit notes are kept as they were issued';
end $$;

create trigger billing_documents_are_kept before update or delete on billing_documents for each row execute function keep_billing_documents();
