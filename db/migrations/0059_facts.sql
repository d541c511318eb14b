-- Facts that buyers and the law want to know, such as the manufacturer; and up to 20 of the owner's own.
create function are_facts(facts jsonb) returns boolean language sql immutable parallel safe
return jsonb_typeof(facts) = 'object' and not exists (
  select from jsonb_each(facts) fact
  where case
    when fact.key = 'own' then jsonb_typeof(fact.value) is distinct from 'array' or jsonb_array_length(fact.value) > 20
      or exists (
        select from jsonb_array_elements(fact.value) own
        where (length(own->>'name') between 1 and 60 and length(own->>'value') between 1 and 300) is not true)
    when fact.key in ('brand', 'material', 'countryOfOrigin', 'manufacturer', 'manufacturerAddress',
      'manufacturerContact', 'warnings')
      then (jsonb_typeof(fact.value) = 'string' and length(fact.value #>> '{}') between 1 and 2000) is not true
    else true end);

alter table product_descriptions
  add column facts jsonb not null default '{}',
  add constraint product_descriptions_have_facts check (are_facts(facts)) not valid;
alter table product_descriptions validate constraint product_descriptions_have_facts;

-- What runs out, for the dashboard and the list of products.
-- Locks variants while the index is built, of those with few units alone.
create index variants_running_out on variants (stock, id) include (product_id) where removed_at is null and stock <= 5;
