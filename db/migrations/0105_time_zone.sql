-- The shop's days are those of its time zone, an IANA name.
create function shop_time_zone() returns text language sql stable as $$
  select coalesce(
    (select nullif(facts ->> 'timeZone', '') from settings_versions order by version desc limit 1), 'UTC')
$$;
create function shop_day() returns date language sql stable as $$
  select (now() at time zone shop_time_zone())::date
$$;

-- The zone in which something happened decides its day for ever, so no figure of the past changes with the setting.
alter table orders add column time_zone text not null default 'UTC';
alter table orders alter column time_zone set default shop_time_zone();
alter table refunds add column time_zone text not null default 'UTC';
alter table refunds alter column time_zone set default shop_time_zone();
alter table billing_documents add column time_zone text not null default 'UTC';
alter table billing_documents alter column time_zone set default shop_time_zone();

-- As before, by the day in the order's zone.
create or replace function note_sales() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    insert into sales_by_day values (
      (old.created_at at time zone old.time_zone)::date, -1, -old.total_price, -old.refunded_amount);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into sales_by_day values (
      (new.created_at at time zone new.time_zone)::date, 1, new.total_price, new.refunded_amount);
  end if;
  return null;
end $$;

-- As before, by the shop's day.
create or replace function keep_billing_documents() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.kept_until < shop_day() then return old; end if;
  raise exception 'invoices and credit notes are kept as they were issued';
end $$;
