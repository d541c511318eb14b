-- As before, but variants are read for each product: a plan from when the table was small would read all of them.
create or replace function derive_products(ids text[]) returns void language plpgsql as $$
begin
  perform from products where id = any(ids) order by id for no key update;
  update products
  set price = (cheapest).price, compare_at_price = (cheapest).compare_at_price, prior_price = (cheapest).prior_price,
    highest_price = dearest, stock = units, option_tags = tags
  from (
    select its.id as product, cheapest, dearest, units, option_tags(its.id, its.options) as tags
    from products its, lateral (
      select max(price) as dearest, sum(stock)::integer as units,
        (array_agg(variants order by price, position, id))[1] as cheapest
      from variants where product_id = its.id and removed_at is null) sold
    where its.id = any(ids) and dearest is not null) live
  where id = product
    and (price, compare_at_price, prior_price, highest_price, stock, option_tags) is distinct from
      ((cheapest).price, (cheapest).compare_at_price, (cheapest).prior_price, dearest, units, tags);
end $$;
