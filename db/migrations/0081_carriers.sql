-- Who carries the parcel, by the name that the settings give it.
alter table orders add column carrier text;
