-- The shop's days are those of its time zone, an IANA name.
create or replace function shop_time_zone() returns text language sql stable as $$
  select coalesce(
    (select nullif(facts ->> 'timeZone', '') from settings_versions order by version desc limit 1), 'UTC')
$$;

create or replace function shop_day() returns date language sql stable as $$
  select (now() at time zone shop_time_zone())::date
$$;

create trigger settings_versions_are_append_only before update or delete on settings_versions
  for each row execute function refuse_change_but_forgetting('author_name');

create trigger settings_versions_come after insert or truncate on settings_versions
  for each statement execute function note_change('everything');
