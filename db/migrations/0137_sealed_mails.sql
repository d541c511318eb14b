-- The text of a mail that is still to be sent and has a secret link, encrypted; its other columns have it without the secret.
alter table mails add column sealed text;
