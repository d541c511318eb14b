-- Adds a line to an account's cart, or changes its quantity: false at the line beyond the most. The user's lock is taken
-- before the lines are counted, so that no two requests add the last one.
create function save_cart_line(owner text, product text, units integer, most integer) returns boolean language plpgsql as $$
begin
  perform from users where id = owner for no key update;
  insert into saved_cart_lines (user_id, product_id, quantity, position)
    select owner, product, units, coalesce(max(position), 0) + 1
    from saved_cart_lines where user_id = owner
    having count(*) < most or bool_or(product_id = product)
    on conflict (user_id, product_id) do update set quantity = excluded.quantity;
  return found;
end $$;
