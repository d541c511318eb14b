-- A withdrawal from the public form is declared until the order's buyer or the shop confirms it.
alter table returns
  add column confirm_token_hash text unique,
  add column client_address text,
  add column confirmed_by text check (confirmed_by in ('link', 'session', 'shop')),
  drop constraint returns_status_check,
  add constraint returns_status_check check (status in ('declared', 'requested', 'received', 'refunded', 'declined'));

do $$
declare
  old text;
begin
  select conname into old from pg_constraint
  where conrelid = 'returns'::regclass and pg_get_constraintdef(oid) like '%kind = ''return''%';
  execute format('alter table returns drop constraint %I', old);
end $$;

alter table returns
  add constraint returns_only_unconfirmed_withdrawals_are_declined
    check (kind = 'return' or status <> 'declined' or confirmed_by is null),
  add constraint returns_only_withdrawals_are_declared check (kind = 'withdrawal' or status <> 'declared');
