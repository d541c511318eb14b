create trigger pricing_versions_are_append_only before update or delete on pricing_versions
  for each row execute function refuse_change();

-- Pages name prices of shipping and rates of taxes.
create trigger pricing_versions_come after insert or truncate on pricing_versions
  for each statement execute function note_change('everything');
