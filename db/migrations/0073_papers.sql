-- Every order has a number by now.
drop procedure number_former_orders();
alter table orders add constraint orders_have_a_number check (number > 0 and number is not null) not valid;
alter table orders validate constraint orders_have_a_number;

-- The units that a refund was for, as priced when it was requested; null where it is an amount or all that is left.
alter table refunds add column units jsonb;

-- Invoices and credit notes, with everything that is printed on them, because all else may change or be forgotten.
create table papers (
  id object_id primary key,
  kind text not null check (kind in ('invoice', 'credit-note')),
  -- The number is its series and its place in it, which has no gaps.
  series text not null check (length(series) <= 40),
  place integer not null check (place > 0),
  number text not null unique,
  issued_at timestamptz not null,
  kept_until date not null,
  -- Without references: papers outlive orders and accounts.
  order_id object_id not null,
  user_id object_id not null,
  refund_id object_id unique,
  invoice_id object_id references papers (id),
  currency text not null,
  total cents not null,
  contents jsonb not null check (jsonb_typeof(contents) = 'object'),
  unique (series, place),
  check ((kind = 'credit-note') = (refund_id is not null and invoice_id is not null))
);
create unique index papers_invoice_of_order on papers (order_id) where kind = 'invoice';
create index papers_of_order on papers (order_id);
create index papers_of_user on papers (user_id);
create index papers_of_invoice on papers (invoice_id) where invoice_id is not null;
create index papers_in_time on papers (issued_at desc, id desc);
create index papers_kept on papers (kept_until);

create function keep_papers() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.kept_until < current_date then return old; end if;
  raise exception 'papers are kept as they were issued';
end $$;
create trigger papers_are_kept before update or delete on papers for each row execute function keep_papers();

-- The next place of each series.
create table paper_series (
  series text primary key,
  next integer not null check (next > 0)
);

-- Orders of which papers may be missing, for a job: whoever asks for one waits for no number.
create table paper_requests (
  order_id object_id primary key references orders (id) on delete cascade,
  requested_at timestamptz not null default now()
);
create index paper_requests_in_time on paper_requests (requested_at, order_id);

-- After a restore nothing is issued until somebody has checked the next numbers.
create table paper_pause (
  one boolean primary key default true check (one),
  since timestamptz not null default now()
);
