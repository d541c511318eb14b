-- The pages that administrators write, in every version that was saved. A page that was never edited has none: its text
-- is shipped with the code.
create table page_versions (
  id object_id primary key,
  page text not null check (page ~ '^[a-z-]{1,40}$'),
  version integer not null check (version > 0),
  title text not null check (length(title) between 1 and 100),
  body text not null check (length(body) between 1 and 20000),
  -- The version whose text was put back, or 0 for the shipped one.
  restored_from integer,
  author_id object_id not null references users (id),
  author_name text not null,
  created_at timestamptz not null default now(),
  unique (page, version)
);
create index page_versions_of_author on page_versions (author_id);
create trigger page_versions_are_append_only before update or delete on page_versions
  for each row execute function refuse_change();

-- What administrators say about the shop itself, in every version that was saved. The newest is the one that counts.
create table settings_versions (
  version integer primary key check (version > 0),
  id object_id not null unique,
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  logo_picture_id object_id references pictures (id),
  restored_from integer,
  author_id object_id not null references users (id),
  author_name text not null,
  created_at timestamptz not null default now()
);
create index settings_versions_of_author on settings_versions (author_id);
create index settings_versions_of_logo on settings_versions (logo_picture_id) where logo_picture_id is not null;
create trigger settings_versions_are_append_only before update or delete on settings_versions
  for each row execute function refuse_change();

-- Names, addresses and links of these stand on every page.
create trigger page_versions_come after insert or truncate on page_versions
  for each statement execute function note_change('everything');
create trigger settings_versions_come after insert or truncate on settings_versions
  for each statement execute function note_change('everything');

alter table audit_log
  drop constraint audit_log_subject_kind_check,
  add constraint audit_log_subject_kind_check
    check (subject_kind in ('product', 'order', 'user', 'review', 'payment', 'mail', 'page', 'settings'));
