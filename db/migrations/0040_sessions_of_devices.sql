-- The random id in the browser's device cookie: signing in again on a device replaces its session there.
alter table sessions add column device_id text;
