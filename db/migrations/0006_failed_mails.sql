-- Mails that were given up are counted whenever the dashboard is shown.
create index mails_failed on mails (failed_at desc) where failed_at is not null;

-- Deleted orders included: closing an account takes its name out of all of them.
create index orders_of_anybody on orders (user_id);
