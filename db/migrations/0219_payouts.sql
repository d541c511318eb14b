-- Money that the owner sends back by bank transfer.
create table payouts (
  id object_id primary key,
  -- Null for money that never belonged to an order's total
  refund_id object_id unique references refunds (id),
  bank_line_id object_id references bank_lines (id),
  amount cents not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  payee_name text not null default '',
  -- Null until it is known
  payee_iban text,
  reference text not null check (length(reference) between 1 and 140),
  status text not null default 'open' check (status in ('open', 'exported', 'done', 'cancelled')),
  created_at timestamptz not null default now(),
  -- Payouts of one bank file have the same id.
  export_id object_id,
  exported_at timestamptz,
  done_at timestamptz,
  done_by object_id references users (id),
  check ((export_id is null) = (exported_at is null)),
  check ((status = 'done') = (done_at is not null)),
  check (status <> 'exported' or export_id is not null)
);
create unique index payouts_of_bank_line on payouts (bank_line_id) where refund_id is null and status <> 'cancelled';
create index payouts_for_bank_line on payouts (bank_line_id) where bank_line_id is not null;
create index payouts_newest on payouts (created_at desc, id desc);
create index payouts_waiting on payouts (created_at, id) where status in ('open', 'exported');
create index payouts_of_export on payouts (export_id) where export_id is not null;
create index payouts_done_by on payouts (done_by) where done_by is not null;
