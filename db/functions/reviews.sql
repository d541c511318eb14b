-- Records the reviews of the products of the statement's rows, in `changed`.
create or replace function note_changed_reviews() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (subject) select distinct 'reviews:' || product_id from changed;
  return null;
end $$;

create trigger reviews_come after insert on reviews
  referencing new table as changed for each statement execute function note_changed_reviews();

create trigger reviews_change after update on reviews
  referencing new table as changed for each statement execute function note_changed_reviews();

create trigger reviews_go after delete on reviews
  referencing old table as changed for each statement execute function note_changed_reviews();

create trigger reviews_are_emptied after truncate on reviews
  for each statement execute function note_change('everything');
