-- No process of an older release may run.
-- A payment that ended without money is cancelled; its columns say what was done to it.
-- Locks payments until the end.
alter table payments rename column asked_at to last_polled_at;
alter table payments rename column ending_at to cancelling_since;
alter table payments drop constraint payments_status_check;
-- Locks payments that ended without money.
update payments set status = 'cancelled' where status = 'closed';
-- Locks payments while its rows are read.
alter table payments add constraint payments_status_check check (status in ('open', 'cancelled', 'succeeded'));
drop index payments_closed_without_checkout;
-- Locks payments while the index is built.
create index payments_cancelled_without_checkout on payments (closed_at) where status = 'cancelled' and checkout_id is null;
