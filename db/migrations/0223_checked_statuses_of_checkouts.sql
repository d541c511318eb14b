alter table checkouts validate constraint checkouts_status_check;
