-- What one unit of a variant contains, in thousandths of a unit, from which follows the price of a kilogram, a litre and
-- so on.
alter table variants
  add column measure_amount integer,
  add column measure_unit text,
  add constraint variants_have_whole_measures check ((measure_amount is null) = (measure_unit is null)) not valid,
  add constraint variants_have_measures check (measure_amount between 1 and 1000000000
    and measure_unit in ('g', 'kg', 'ml', 'cl', 'l', 'cm', 'm', 'm2', 'm3', 'piece')) not valid;
