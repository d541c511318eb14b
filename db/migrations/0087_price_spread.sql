-- How far the prices of a product's variants are apart: three steps of it multiply the distance by e.
create function price_spread(lowest integer, highest integer) returns integer language sql immutable parallel safe
return floor(3 * ln(greatest(highest - lowest, 1)::float8))::integer;
