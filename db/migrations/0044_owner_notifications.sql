-- No process of an older release may run.
-- What the owner is notified of, in the field's words.
alter table owner_notices rename to owner_notifications;
alter table owner_notifications rename column told_at to sent_at;
alter table owner_notifications rename constraint owner_notices_pkey to owner_notifications_pkey;
alter table owner_notifications rename constraint owner_notices_key_key to owner_notifications_key_key;
alter table owner_notifications rename constraint owner_notices_check to owner_notifications_check;
alter index owner_notices_untold rename to owner_notifications_unsent;
alter index owner_notices_told rename to owner_notifications_sent;
