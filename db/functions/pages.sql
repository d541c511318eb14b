create trigger page_versions_are_append_only before update or delete on page_versions
  for each row execute function refuse_change_but_forgetting('author_name');

-- Names, addresses and links of these stand on every page.
create trigger page_versions_come after insert or truncate on page_versions
  for each statement execute function note_change('everything');
