-- Why a payment could not become an order, as a code, and the products it failed for beside it: the sentence is made when
-- somebody reads it. `reason` stays for the words of whoever gave money of an order back.
alter table refunds
  alter column reason drop not null,
  add column rejection text check (rejection in ('out-of-stock', 'amount-mismatch', 'duplicate', 'no-order')),
  add column sold_out text[] not null default '{}',
  add column discontinued text[] not null default '{}',
  add constraint refunds_have_a_reason check (reason is not null or rejection is not null);

-- The names of a list such as 'Tray, Bowl, Mug, and 2 other products'. Products that it only counts are called
-- 'another product'. Names with a comma or an 'and' of their own may look like more than the three that a list names:
-- then the list stays as it is.
create function pg_temp.names_in(list text) returns text[] language sql as $$
  select case
    when list is null then '{}'
    when cardinality(named) > 3 then array[list]
    else named || array_fill('another product'::text, array[others])
  end
  from (
    select regexp_split_to_array(regexp_replace(list, ',? and (another product|\d+ other products)$', ''),
        ',? and |, ') as named,
      case when list ~ ' and another product$' then 1
        else coalesce(substring(list from ' and (\d+) other products$')::integer, 0) end as others
  ) parts
$$;

update refunds set
  rejection = case reason
    when 'The amount paid differs from the order''s total' then 'amount-mismatch'
    when 'This order was already paid with another payment' then 'duplicate'
    when 'The payment was made, but no order followed' then 'no-order'
    when 'The payment was made, but no order was placed' then 'no-order'
    else 'out-of-stock'
  end,
  sold_out = case when reason = 'What was ordered sold out before the payment arrived' then '{}'
    else pg_temp.names_in(substring(reason from '^(.*) sold out before the payment arrived')) end,
  discontinued = case when reason like '% is no longer sold'
    then array[substring(reason from '^(?:.* sold out before the payment arrived; )?(.*) is no longer sold$')]
    else pg_temp.names_in(
      substring(reason from '^(?:.* sold out before the payment arrived; )?(.*) are no longer sold$')) end,
  reason = null
where order_id is null;
