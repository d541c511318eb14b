-- The EU's notice on the legal guarantee, as the owner has uploaded it.
alter table settings_versions add column notice_picture_id object_id references pictures (id);
create index settings_versions_of_notice on settings_versions (notice_picture_id) where notice_picture_id is not null;
