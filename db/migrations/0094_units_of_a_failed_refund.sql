-- The units that a refund wrote off, which are the customer's again if it fails.
alter table refunds add column written_off jsonb;
