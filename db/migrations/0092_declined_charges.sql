-- Charges of the gateway whose declines are counted: an event that arrives twice counts once.
alter table payments add column declined_charges text[] not null default '{}';
