create or replace function save_cart_line(owner text, variant text, units integer, most integer) returns boolean language plpgsql as $$
begin
  perform from users where id = owner for no key update;
  insert into saved_cart_lines (user_id, variant_id, quantity, position)
    select owner, variant, units, coalesce(max(position), 0) + 1
    from saved_cart_lines where user_id = owner
    having count(*) < most or bool_or(variant_id = variant)
    on conflict (user_id, variant_id) do update set quantity = excluded.quantity;
  return found;
end $$;
