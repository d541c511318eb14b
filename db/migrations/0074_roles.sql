-- What the people who work here may do. Permissions are words of the code (app/domain/accounts/permission.ts); a word that
-- the code does not know opens nothing. The first role is the owner's: it permits everything and is never changed.
create table roles (
  id object_id primary key,
  name text not null check (length(name) between 1 and 60),
  permissions text[] not null default '{}',
  -- The most that one order, and one day, may be refunded without confirmation; null is without a limit.
  refund_limit_of_order cents check (refund_limit_of_order >= 0),
  refund_limit_of_day cents check (refund_limit_of_day >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index roles_by_name on roles (lower(name));

insert into roles (id, name, permissions, refund_limit_of_order, refund_limit_of_day) values
  ('000000000000000000000001', 'Owner', '{}', null, null),
  ('000000000000000000000002', 'Manager', '{products.see,products.edit,prices.edit,stock.correct,discounts.see,discounts.edit,
    orders.see,orders.ship,orders.note,orders.cancel,orders.refund,orders.delete,customers.see,customers.edit,customers.delete,
    customers.export,reviews.moderate,searches.moderate,pages.edit,settings.edit,shipping.edit,taxes.see,taxes.edit,attention.settle,audit.see}',
    null, null),
  ('000000000000000000000003', 'Catalogue', '{products.see,products.edit,prices.edit,stock.correct,discounts.see,
    reviews.moderate,searches.moderate,pages.edit}', null, null),
  ('000000000000000000000004', 'Packing', '{products.see,orders.see,orders.ship,orders.note}', null, null),
  ('000000000000000000000005', 'Support', '{products.see,discounts.see,orders.see,orders.note,orders.cancel,orders.refund,
    customers.see,customers.edit,reviews.moderate}', 10000, 50000),
  ('000000000000000000000006', 'Bookkeeping', '{products.see,discounts.see,orders.see,customers.see,customers.export,
    taxes.see}', null, null);

-- Who works here, and as what; `users.role` is "admin" for exactly these.
create table staff (
  user_id object_id primary key references users (id) on delete cascade,
  role_id object_id not null references roles (id),
  since timestamptz not null default now()
);
create index staff_by_role on staff (role_id);

insert into staff (user_id, role_id) select id, '000000000000000000000001' from users where role = 'admin';

-- An earlier release, still running during a deployment, knows administrators only: they are owners.
create function keep_staff() returns trigger language plpgsql as $$
begin
  if new.role = 'admin' then
    insert into staff (user_id, role_id) values (new.id, '000000000000000000000001') on conflict do nothing;
  else
    delete from staff where user_id = new.id;
  end if;
  return null;
end $$;
create trigger users_are_appointed after insert on users
  for each row when (new.role = 'admin') execute function keep_staff();
create trigger users_change_role after update of role on users
  for each row when (new.role is distinct from old.role) execute function keep_staff();

alter table audit_log
  drop constraint audit_log_subject_kind_check,
  add constraint audit_log_subject_kind_check
    check (subject_kind in
      ('product', 'order', 'user', 'review', 'payment', 'mail', 'page', 'settings', 'category', 'discount', 'role',
        'invitation', 'export', 'audit'))
    not valid;
alter table audit_log validate constraint audit_log_subject_kind_check;
