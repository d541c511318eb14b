create trigger pricing_versions_are_append_only before update or delete on pricing_versions
  for each row execute function refuse_change();

-- Pages show shipping prices and tax rates.
create trigger pricing_versions_come after insert or truncate on pricing_versions
  for each statement execute function note_change('everything');
