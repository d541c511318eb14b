create trigger page_versions_are_append_only before update or delete on page_versions
  for each row execute function refuse_change_but_forgetting('author_name');

-- Their names, addresses and links are on every page.
create trigger page_versions_come after insert or truncate on page_versions
  for each statement execute function note_change('everything');
